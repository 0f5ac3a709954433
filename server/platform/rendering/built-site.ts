/** Renders the site from the output of `npm run build`: server entry, manifest and files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { createDocumentBuilder } from './document.ts'
import { listAssets, readManifest, readPageStyles } from './manifest.ts'
import type { RenderedPage, Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

type PageTemplate = { buildDocument: (page: RenderedPage) => Buffer; contentSecurityPolicy: string }

/** Loads the built site from the build's output folder. Throws if there is no build. */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const manifest = await readManifest(join(distDir, 'client/manifest.json'))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const styles = await readPageStyles(join(distDir, 'client/page-styles.json'))
  const { themeScript, startScript } = entry
  const frame = listAssets(manifest, ENTRY)
  const templates = new Map<string, PageTemplate>()

  function createPageTemplate(module: string): PageTemplate {
    const style = styles[module]
    if (style === undefined) throw new Error(`the build has no page ${module}`)
    const contentSecurityPolicy = pagePolicy({ scripts: [themeScript, startScript], styles: [style] })
    const siteScripts = [frame.script, ...frame.preloads]
    const pageFiles = listAssets(manifest, ENTRY, module).preloads.filter((file) => !siteScripts.includes(file))
    return {
      buildDocument: createDocumentBuilder({ ...frame, pageFiles }, { themeScript, startScript, style }),
      contentSecurityPolicy,
    }
  }

  return {
    admin: await createBuiltAdminPage(distDir, themeScript),
    async render(url, api, posted) {
      const page = await entry.renderPage({ url, publicUrl, api, posted })
      const { buildDocument, contentSecurityPolicy } = templates.get(page.module) ?? createPageTemplate(page.module)
      templates.set(page.module, { buildDocument, contentSecurityPolicy })
      return { page, html: buildDocument(page), contentSecurityPolicy }
    },
  }
}
