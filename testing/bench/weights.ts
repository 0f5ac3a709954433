/** Measures the compressed bytes that a browser fetches before a page can be used. */

import { Parser } from 'htmlparser2'
import { PAGES } from '#contracts/paths.ts'

export type Weight = { page: string; html: number; css: number; js: number }

/** One of each kind of public page; the products are of the sample content. */
const PUBLIC = [
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

/** A static import as a bundler writes it: `from"./x.js"` or `import"./x.js"`. */
const STATIC_IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

type Fetched = { bytes: number; text: string }

async function fetchSize(url: string): Promise<Fetched> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'br' }, redirect: 'error' })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  return { bytes: Number(reply.headers.get('content-length')), text: await reply.text() }
}

/** Scripts and what they import before they run, each once. */
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

async function measureWeight(origin: string, page: string): Promise<Weight> {
  const { bytes, text } = await fetchSize(origin + page)
  const styles = new Set<string>()
  const scripts = new Set<string>()
  new Parser({
    onopentag(name, { rel, href, src }) {
      if (name === 'link' && rel === 'stylesheet' && href) styles.add(href)
      if (name === 'link' && rel === 'modulepreload' && href) scripts.add(href)
      if (name === 'script' && src) scripts.add(src)
    },
  }).end(text)
  const css = await Promise.all([...styles].map(async (path) => (await fetchSize(origin + path)).bytes))
  const js = await collectScripts(origin, [...scripts])
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
  return { page, html: bytes, css: sum(css), js: sum(js.values()) }
}

export async function weighPages(origin: string): Promise<Weight[]> {
  const weights: Weight[] = []
  for (const page of PUBLIC) weights.push(await measureWeight(origin, page))
  return weights
}
