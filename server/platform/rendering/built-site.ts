/** The site as `npm run build` left it: its server entry, its manifest, its files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { createDocuments } from './document.ts'
import { listAssets, readManifest, readPageStyles } from './manifest.ts'
import type { RenderedPage, Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

/** Loads the built site. Takes the folder of the build; throws if there is none. */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const manifest = await readManifest(join(distDir, 'client/manifest.json'))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const styles = await readPageStyles(join(distDir, 'client/page-styles.json'))
  const { themeScript, startScript } = entry
  const frame = listAssets(manifest, ENTRY)
  const pages = new Map<string, { makeDocument: (page: RenderedPage) => Buffer; policy: string }>()

  function describePage(module: string) {
    const style = styles[module]
    if (style === undefined) throw new Error(`the build has no page ${module}`)
    const policy = pagePolicy({ scripts: [themeScript, startScript], styles: [style] })
    const all = [frame.script, ...frame.preloads]
    const pageFiles = listAssets(manifest, ENTRY, module).preloads.filter((file) => !all.includes(file))
    return { makeDocument: createDocuments({ ...frame, pageFiles }, { themeScript, startScript, style }), policy }
  }

  return {
    admin: await createBuiltAdminPage(distDir, themeScript),
    async render(url, api, posted) {
      const page = await entry.renderPage({ url, publicUrl, api, posted })
      const { makeDocument, policy } = pages.get(page.module) ?? describePage(page.module)
      pages.set(page.module, { makeDocument, policy })
      return { page, html: makeDocument(page), policy }
    },
  }
}
