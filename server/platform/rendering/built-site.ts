/** Renders the site from the output of `npm run build`: server entry, manifest and files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { createDocumentBuilder } from './document.ts'
import { listAssets, readManifest, readPageStyles } from './manifest.ts'
import type { RenderedPage, Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

type PageTemplate = { buildDocument: (page: RenderedPage) => Buffer; contentSecurityPolicy: string }

/**
 * Loads the built site from the build's output folder. Throws if there is no build. Nothing is read later, so that an
 * upgrade can build the next version while this one runs.
 */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const clientDir = join(distDir, 'client')
  const manifest = await readManifest(join(clientDir, 'manifest.json'))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const { themeScript, recordingScript, startScript } = entry
  const frame = listAssets(manifest, ENTRY)
  const styles = await readPageStyles(clientDir)
  const templates = new Map<string, PageTemplate>()

  function createPageTemplate(module: string): PageTemplate {
    const style = styles.get(module)
    if (style === undefined) throw new Error(`the build contains no page ${module}`)
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
      const template = templates.get(page.module) ?? createPageTemplate(page.module)
      templates.set(page.module, template)
      const { buildDocument, contentSecurityPolicy } = template
      return { page, html: buildDocument(page), contentSecurityPolicy }
    },
  }
}
