import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import type { CallError } from '../shared/call-error.ts'

const loadApi = () =>
  import('./browser-api.ts').catch(() => {
    throw { status: 0, message: SITE_MESSAGES.network } satisfies CallError
  })

/** Loads `browserApi` on the first call: the first page doesn't need it, as its data is embedded in the document. */
export const callLazily: CallPublicApi = async (name, ...args) => {
  const { browserApi } = await loadApi()
  return Reflect.apply(browserApi[name], browserApi, args)
}
