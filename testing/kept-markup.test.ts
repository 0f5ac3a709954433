import { afterAll, expect, it } from 'vitest'
import { loadDemo } from '#server/load-demo.ts'
import { createReplyDependencies } from '#server/platform/http/replies/reply-dependencies.ts'
import { createPublicApi } from '#server/public-api.ts'
import { renderPage } from '#web/site/entry-server.tsx'
import type { Markup } from '#web/site/kept-markup.tsx'
import { drawPartsBy } from '#web/site/parts/kept-part.tsx'
import { PUBLIC_PAGES } from './browser/public-pages.ts'
import { onEveryDatabase } from './test-app.ts'

const decoder = new TextDecoder()
const toText = (markup: Markup) =>
  markup.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('')

// Other tests of this process render parts as the browser does.
afterAll(() => {
  drawPartsBy(undefined)
})

onEveryDatabase('every public page', (app) => {
  it('shows what React renders of its kept parts, drawn and recalled', { timeout: 60_000 }, async () => {
    const { database, services } = app()
    await loadDemo(database, services)
    const render = async (address: string) => {
      const { pathname, search } = new URL(address, 'http://zhijian.test')
      const api = createPublicApi(services, createReplyDependencies())
      return renderPage({ url: pathname + search, publicUrl: 'http://zhijian.test', api, posted: undefined })
    }
    for (const address of PUBLIC_PAGES) {
      const drawn = await render(address)
      const recalled = await render(address)
      const draw = drawPartsBy(undefined)
      const plain = await render(address).finally(() => drawPartsBy(draw))
      expect([address, plain.body.length, drawn.body.length > 1]).toEqual([address, 1, true])
      expect([toText(drawn.body), toText(recalled.body)]).toEqual([toText(plain.body), toText(plain.body)])
    }
  })
})
