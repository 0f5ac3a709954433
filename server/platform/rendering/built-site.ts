/** The site as `npm run build` left it: its server entry, its manifest, its files. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { pagePolicy } from '../http/security-headers.ts'
import { htmlDocument, type PageAssets } from './document.ts'
import type { Renderer, SiteEntry } from './renderer.ts'

const ChunkSchema = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const ManifestSchema = z.record(z.string(), ChunkSchema)
type Manifest = z.infer<typeof ManifestSchema>

const ENTRY = 'web/site/entry-client.tsx'

/** Loads the built site. Takes the folder of the build; throws where there is none. */
export async function createBuiltRenderer(distDir: string, publicUrl: string): Promise<Renderer> {
  const manifest = ManifestSchema.parse(JSON.parse(await readFile(join(distDir, 'client/manifest.json'), 'utf8')))
  const entry: SiteEntry = await import(pathToFileURL(join(distDir, 'server/entry-server.js')).href)
  const policy = pagePolicy([entry.themeScript])
  const assetsByPage = new Map<string, PageAssets>()

  return {
    async render(url, reads) {
      const page = await entry.renderPage({ url, publicUrl, reads })
      if (page.kind === 'redirect') return { page, html: '', policy }
      const assets = assetsByPage.get(page.module) ?? assetsOf(manifest, page.module)
      assetsByPage.set(page.module, assets)
      return { page, html: htmlDocument(page, assets, entry.themeScript), policy }
    },
  }
}

/** The entry's script and styles, and every chunk that the page needs before it can be hydrated. */
function assetsOf(manifest: Manifest, module: string): PageAssets {
  const chunks = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk.file)) return
    chunks.add(chunk.file)
    for (const file of chunk.css) styles.add(file)
    for (const imported of chunk.imports) visit(imported)
  }
  visit(ENTRY)
  visit(module)
  const script = manifest[ENTRY]?.file ?? ''
  const href = (file: string) => `/${file}`
  return {
    script: href(script),
    styles: [...styles].map(href),
    preloads: [...chunks].filter((file) => file !== script).map(href),
  }
}
