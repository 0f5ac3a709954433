/** Renders the site from its source files through Vite, with hot reload. For `npm run dev` only. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { readFrames, renderAdminDocument } from './admin-page.ts'
import { createDocumentBuilder } from './document.ts'
import type { RenderedPage, Renderer } from './renderer.ts'

const ASSETS = { script: '/web/site/entry-client.tsx', styles: ['/web/site/site.css'], preloads: [] }
const ADMIN_ASSETS = { script: '/web/admin/main.tsx', styles: ['/web/admin/frame/frame.css'], preloads: [] }
const ADMIN_FRAMES = join(import.meta.dirname, '../../../web/admin/frame')

/** Vite's client and React Refresh use inline scripts and styles and a WebSocket. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:"

export async function createDevelopmentRenderer(app: FastifyInstance, publicUrl: string): Promise<Renderer> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  return {
    async admin(options) {
      const { THEME_SCRIPT } = await vite.ssrLoadModule('/web/shared/theme.ts')
      const frame = { ...(await readFrames(ADMIN_FRAMES)), style: '' }
      const html = renderAdminDocument({ ...options, assets: ADMIN_ASSETS, themeScript: THEME_SCRIPT, frame })
      return { html: await vite.transformIndexHtml(options.url, html), contentSecurityPolicy: POLICY }
    },
    async render(request, call, parts) {
      const module = await vite.ssrLoadModule('/web/site/entry-server.tsx')
      const { themeScript, recordingScript, startScript } = module
      const page: RenderedPage = await module.renderPage({ request, publicUrl, call, ...parts })
      const document = createDocumentBuilder(ASSETS, { themeScript, recordingScript, startScript })(page, [])
      const html = Buffer.from(await vite.transformIndexHtml(request.url, document.toString()))
      return { page, html, contentSecurityPolicy: POLICY }
    },
  }
}
