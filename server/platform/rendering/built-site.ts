/** Renders the site from the output of `npm run build`: server entry, manifest and files. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPagePolicy } from '#server/platform/http/server/security-headers.ts'
import { createBuiltAdminPage } from './admin-page.ts'
import { createDocumentBuilder } from './document.ts'
import { listAssets, readManifest } from './manifest.ts'
import type { Renderer, SiteEntry } from './renderer.ts'

const ENTRY = 'web/site/entry-client.tsx'

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
  const siteScripts = new Set([frame.script, ...frame.preloads])
  const buildDocument = createDocumentBuilder(frame, entry)
  const contentSecurityPolicy = createPagePolicy([themeScript, recordingScript, startScript])
  const pageFiles = new Map(
    Object.keys(manifest).map((module) => [
      module,
      listAssets(manifest, ENTRY, module).preloads.filter((file) => !siteScripts.has(file)),
    ]),
  )

  function getPageFiles(module: string): readonly string[] {
    const files = pageFiles.get(module)
    if (!files) throw new Error(`the build contains no page ${module}`)
    return files
  }

  return {
    admin: await createBuiltAdminPage(distDir, themeScript),
    async render(request, call, parts) {
      const page = await entry.renderPage({ request, publicUrl, call, ...parts })
      return { page, html: buildDocument(page, getPageFiles(page.module)), contentSecurityPolicy }
    },
  }
}
