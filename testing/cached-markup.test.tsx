import { afterAll, expect, it } from 'vitest'
import { loadDemo } from '#server/load-demo.ts'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { createReplyDependencies } from '#server/platform/http/replies/reply-dependencies.ts'
import { createPublicApi } from '#server/public-api.ts'
import type { Markup } from '#web/site/cached-markup.tsx'
import { setComponentRenderer } from '#web/site/components/cached-element.tsx'
import { renderPage } from '#web/site/entry-server.tsx'
import { PUBLIC_PAGES } from './browser/public-pages.ts'
import { createPageRequest } from './page-request.ts'
import { onSqlite } from './test-app.ts'

const decoder = new TextDecoder()
const toText = (markup: Markup) =>
  markup.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('')

// Other tests in this process render components as the browser does.
afterAll(() => {
  setComponentRenderer(undefined)
})

onSqlite('every public page', (app) => {
  it('matches what React renders, for new and for cached components', { timeout: 60_000 }, async () => {
    const { database, services } = app()
    await loadDemo(database, services)
    const createApi = createPublicApi(services, new ReplyCache())
    const render = async (path: string) => {
      const { pathname, search } = new URL(path, 'http://zhijian.test')
      const request = createPageRequest(pathname + search)
      const call = createApi(createReplyDependencies())
      return renderPage({ request, publicUrl: 'http://zhijian.test', call, formOutcome: undefined })
    }
    for (const path of PUBLIC_PAGES) {
      const rendered = await render(path)
      const cached = await render(path)
      const renderComponent = setComponentRenderer(undefined)
      const plain = await render(path).finally(() => setComponentRenderer(renderComponent))
      expect(plain.body, path).toHaveLength(1)
      expect(rendered.body.length, path).toBeGreaterThan(1)
      expect(toText(rendered.body), path).toBe(toText(plain.body))
      expect(toText(cached.body), path).toBe(toText(plain.body))
    }
  })
})
