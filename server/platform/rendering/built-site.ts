/** The site as `npm run build` left it: its server entry, its manifest, its files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { htmlDocument } from './document.ts'
import { listAssets, type PageAssets, readManifest } from './manifest.ts'
import type { Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

/** Loads the built site. Takes the folder of the build; throws if there is none. */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const manifest = await readManifest(join(distDir, 'client/manifest.json'))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const policy = pagePolicy([entry.themeScript])
  const assetsByPage = new Map<string, PageAssets>()

  return {
    admin: await createBuiltAdminPage(distDir, entry.themeScript),
    async render(url, reads, posted) {
      const page = await entry.renderPage({ url, publicUrl, reads, posted })
      const assets = assetsByPage.get(page.module) ?? listAssets(manifest, ENTRY, page.module)
      assetsByPage.set(page.module, assets)
      return { page, html: htmlDocument(page, assets, entry.themeScript), policy }
    },
  }
}
