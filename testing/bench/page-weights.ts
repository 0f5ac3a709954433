/** Measures the compressed bytes that a browser loads for a page. */

import { Parser } from 'htmlparser2'
import { PAGES } from '#contracts/paths.ts'

/**
 * `files` and `js` are the number and the size of the scripts that a page loads without interaction; `afterInteraction`
 * is the size of all scripts after an interaction.
 */
type PageWeight = {
  page: string
  html: number
  css: number
  files: number
  js: number
  afterInteraction: number
}

/** One public page of each kind; the products are in the sample content. */
export const PUBLIC_PAGES: readonly string[] = [
  PAGES.home,
  PAGES.community,
  PAGES.selection,
  PAGES.products,
  PAGES.product('Dify'),
  PAGES.ai,
  PAGES.aiProduct('Whisper'),
  PAGES.evaluation,
  `${PAGES.evaluation}?view=tool`,
  PAGES.submit,
  PAGES.submissionStatus,
]

/** A static import in bundled code: `from"./x.js"` or `import"./x.js"`. */
const STATIC_IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

type Fetched = { bytes: number; text: string }

async function fetchSize(url: string): Promise<Fetched> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'br' }, redirect: 'error' })
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}`)
  return { bytes: Number(reply.headers.get('content-length')), text: await reply.text() }
}

/** Returns the sizes of scripts and their static imports. */
async function collectScripts(origin: string, first: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const waiting = [...first]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sizes.has(path)) continue
    const { bytes, text } = await fetchSize(origin + path)
    sizes.set(path, bytes)
    for (const [, imported = ''] of text.matchAll(STATIC_IMPORT))
      waiting.push(new URL(imported, origin + path).pathname)
  }
  return sizes
}

const listPaths = (paths = ''): string[] => paths.split(' ').filter((path) => path !== '')

const sum = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((total, size) => total + size, 0)

async function measureWeight(origin: string, page: string): Promise<PageWeight> {
  const { bytes, text } = await fetchSize(origin + page)
  const first: string[] = []
  const later: string[] = []
  const styles: string[] = []
  new Parser({
    onopentag(name, attributes) {
      const { rel, href, src, id } = attributes
      if (name === 'link' && rel === 'modulepreload') throw new Error(`${page} requests ${href} before it is painted`)
      if (name === 'link' && rel === 'stylesheet' && href) styles.push(href)
      if (name === 'script' && src) first.push(src)
      if (id !== 'state') return
      first.push(attributes['data-script'] ?? '', ...listPaths(attributes['data-files']))
      later.push(...listPaths(attributes['data-page-files']))
    },
  }).end(text)
  const scripts = await collectScripts(origin, first)
  const all = await collectScripts(origin, [...first, ...later])
  const sheets = await Promise.all(styles.map((path) => fetchSize(origin + path)))
  const css = sheets.reduce((total, sheet) => total + sheet.bytes, 0)
  return { page, html: bytes, css, files: scripts.size, js: sum(scripts), afterInteraction: sum(all) }
}

export async function measurePageWeights(origin: string): Promise<PageWeight[]> {
  const weights: PageWeight[] = []
  for (const page of PUBLIC_PAGES) weights.push(await measureWeight(origin, page))
  return weights
}
