/** The site straight from its sources, through Vite, with reload on change. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createServer } from 'vite'
import { htmlDocument } from './document.ts'
import type { Renderer, SiteEntry } from './renderer.ts'

const CLIENT = '/web/site/entry-client.tsx'
/** Vite's client and React's refresh run inline scripts and styles, and talk over a socket. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:"

export async function createDevelopmentRenderer(app: FastifyInstance, publicUrl: string): Promise<Renderer> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (!/^\/(@|web\/|node_modules\/|contracts\/|src\/)/.test(request.url)) return done()
    serveSource(reply, () => vite.middlewares(request.raw, reply.raw, done))
  })
  return {
    async render(url, reads) {
      const loaded = await vite.ssrLoadModule('/web/site/entry-server.tsx')
      const entry: SiteEntry = { renderPage: loaded.renderPage, themeScript: loaded.themeScript }
      const page = await entry.renderPage({ url, publicUrl, reads })
      if (page.kind === 'redirect') return { page, html: '', policy: POLICY }
      const assets = { script: CLIENT, styles: ['/web/site/site.css'], preloads: [] }
      const html = await vite.transformIndexHtml(url, htmlDocument(page, assets, entry.themeScript))
      return { page, html, policy: POLICY }
    },
  }
}

function serveSource(reply: FastifyReply, next: () => void) {
  reply.raw.removeHeader('content-security-policy')
  next()
}
