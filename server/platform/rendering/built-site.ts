/** Renders the site from the output of `npm run build`: server entry, manifest and files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { createDocumentBuilder } from './document.ts'
import { listAssets, readManifest, readPageStyle } from './manifest.ts'
import type { RenderedPage, Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

type PageTemplate = { buildDocument: (page: RenderedPage) => Buffer; contentSecurityPolicy: string }

/** Loads the built site from the build's output folder. Throws if there is no build. */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const clientDir = join(distDir, 'client')
  const manifest = await readManifest(join(clientDir, 'manifest.json'))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const { themeScript, recordingScript, startScript } = entry
  const frame = listAssets(manifest, ENTRY)
  const templates = new Map<string, PageTemplate>()

  async function createPageTemplate(module: string): Promise<PageTemplate> {
    const style = await readPageStyle(clientDir, module)
    const contentSecurityPolicy = createPagePolicy({
      scripts: [themeScript, recordingScript, startScript],
      styles: [style],
    })
    const siteScripts = [frame.script, ...frame.preloads]
    const pageFiles = listAssets(manifest, ENTRY, module).preloads.filter((file) => !siteScripts.includes(file))
    return {
      buildDocument: createDocumentBuilder(
        { ...frame, pageFiles },
        { themeScript, recordingScript, startScript, style },
      ),
      contentSecurityPolicy,
    }
  }

  return {
    admin: await createBuiltAdminPage(distDir, themeScript),
    async render(url, api, formOutcome) {
      const page = await entry.renderPage({ url, publicUrl, api, formOutcome })
      const template = templates.get(page.module) ?? (await createPageTemplate(page.module))
      templates.set(page.module, template)
      const { buildDocument, contentSecurityPolicy } = template
      return { page, html: buildDocument(page), contentSecurityPolicy }
    },
  }
}
