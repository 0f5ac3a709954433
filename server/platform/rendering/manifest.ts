/** Vite's manifest: the built files of each source file and their imports. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** The assets that a page loads. */
export type PageAssets = { script: string; styles: readonly string[]; preloads: readonly string[] }

const ChunkSchema = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const ManifestSchema = z.record(z.string(), ChunkSchema)
type Manifest = z.infer<typeof ManifestSchema>

export const readManifest = async (file: string): Promise<Manifest> =>
  ManifestSchema.parse(JSON.parse(await readFile(file, 'utf8')))

/** Lists the entry's script and styles, and every chunk that it and `modules` need before the first render. */
export function listAssets(manifest: Manifest, entry: string, ...modules: string[]): PageAssets {
  const chunks = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk.file)) return
    chunks.add(chunk.file)
    for (const file of chunk.css) styles.add(file)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const name of [entry, ...modules]) visit(name)
  const script = manifest[entry]?.file ?? ''
  const href = (file: string) => `/${file}`
  return {
    script: href(script),
    styles: [...styles].map(href),
    preloads: [...chunks].filter((file) => file !== script).map(href),
  }
}
