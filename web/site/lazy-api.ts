import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { CallError } from '../shared/call-error.ts'

const loadApi = () =>
  import('./browser-api.ts').catch(() => {
    throw { status: 0, message: SITE_MESSAGES.network } satisfies CallError
  })

/** Loads `browserApi` on the first call: the first page doesn't need it, as its data is embedded in the document. */
export const lazyApi: PublicApi = new Proxy<PublicApi>(Object.create(null), {
  get:
    (_, name) =>
    async (...args: unknown[]) => {
      const { browserApi } = await loadApi()
      return Reflect.apply(Reflect.get(browserApi, name), browserApi, args)
    },
})
