import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { PublicReads } from '#contracts/public-reads.ts'
import type { ReadFailure } from '../shared/read-failure.ts'

const loadReads = () =>
  import('./browser-reads.ts').catch(() => {
    throw { status: 0, message: SITE_MESSAGES.network } satisfies ReadFailure
  })

/** The reads in the browser, loaded with the first of them: a page comes with its answers. */
export const lazyReads: PublicReads = new Proxy<PublicReads>(Object.create(null), {
  get:
    (_, name) =>
    async (...input: unknown[]) => {
      const { browserReads } = await loadReads()
      return Reflect.apply(Reflect.get(browserReads, name), browserReads, input)
    },
})
