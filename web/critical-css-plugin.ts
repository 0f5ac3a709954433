/** Emits the critical CSS of each page, which is inlined into its HTML: one file per page, named by its source path. */
import type { Plugin, Rolldown } from 'vite'
import { extractCriticalCss, listClassCandidates } from './critical-css.ts'

const PAGE = /\/(web\/site\/pages\/.+\.tsx)$/

export const criticalCssPlugin = (): Plugin => ({
  name: 'critical-css',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const css = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'))
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
      if (css?.type !== 'asset' || entry?.type !== 'chunk') return
      // Comments, such as licences, are only in the full style sheet.
      const sheet = css.source.toString().replaceAll(/\/\*[\s\S]*?\*\//g, '')
      for (const chunk of Object.values(bundle)) {
        const source = chunk.type === 'chunk' && PAGE.exec(chunk.facadeModuleId ?? '')?.[1]
        if (!source || !chunk.isDynamicEntry) continue
        const code = listChunks(bundle, entry, chunk).map((dependency) => dependency.code)
        const style = extractCriticalCss(sheet, listClassCandidates(code.join('\n')))
        this.emitFile({ type: 'asset', fileName: `critical-css/${source}.inline`, source: style })
      }
    },
  },
})

/** Returns all chunks that the server renders a page from: its static imports, and its own lazily loaded parts. */
function listChunks(
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
  page: Rolldown.OutputChunk,
): Rolldown.OutputChunk[] {
  const chunks = new Set([entry, page])
  const add = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type === 'chunk') chunks.add(chunk)
  }
  for (const fileName of page.dynamicImports) add(fileName)
  // Iterating over a set includes elements that are added meanwhile, so this walks the imports transitively.
  for (const { imports } of chunks) for (const fileName of imports) add(fileName)
  return [...chunks]
}
