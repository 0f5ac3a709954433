/** Writes `page-styles.json` into the build: by the source of each page, the rules that are sent within it. */
import type { Plugin, Rolldown } from 'vite'
import { listWords, pickRules } from './page-styles.ts'

export const PAGE_STYLES_FILE = 'page-styles.json'

const PAGE = /\/(web\/site\/pages\/.+\.tsx)$/

export const pageStylesPlugin = (): Plugin => ({
  name: 'page-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const css = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'))
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
      if (css?.type !== 'asset' || entry?.type !== 'chunk') return
      // Comments, such as a licence's, stay in the whole sheet.
      const sheet = css.source.toString().replaceAll(/\/\*[\s\S]*?\*\//g, '')
      const styles: Record<string, string> = {}
      for (const chunk of Object.values(bundle)) {
        const source = chunk.type === 'chunk' && PAGE.exec(chunk.facadeModuleId ?? '')?.[1]
        if (!source || !chunk.isDynamicEntry) continue
        const code = listChunks(bundle, entry, chunk).map((needed) => needed.code)
        styles[source] = pickRules(sheet, listWords(code.join('\n')))
      }
      this.emitFile({ type: 'asset', fileName: PAGE_STYLES_FILE, source: JSON.stringify(styles) })
    },
  },
})

/** Returns the chunks of a page: what it needs, and the parts of its own that the server draws with it. */
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
  // A set that grows while it is gone through is gone through to its end.
  for (const { imports } of chunks) for (const fileName of imports) add(fileName)
  return [...chunks]
}
