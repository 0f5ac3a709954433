import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { PublicApi } from '#contracts/public-api.ts'
import type { CallFailure } from '../shared/call-failure.ts'

const loadApi = () =>
  import('./browser-api.ts').catch(() => {
    throw { status: 0, message: SITE_MESSAGES.network } satisfies CallFailure
  })

/** Loads `browserApi` on the first call, since a page's own results are embedded in it. */
export const lazyApi: PublicApi = new Proxy<PublicApi>(Object.create(null), {
  get:
    (_, name) =>
    async (...input: unknown[]) => {
      const { browserApi } = await loadApi()
      return Reflect.apply(Reflect.get(browserApi, name), browserApi, input)
    },
})
