import { hash } from 'node:crypto'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { RenderPart } from './components/cached-element.tsx'
import { StaticRouter } from './router.tsx'

/** Maximum size of the cache in bytes of markup and characters of keys: about eight hundred cards. */
const MAX_SIZE = 3_000_000

/** A page's markup in order: what was rendered for this page, and the bytes of cached parts. */
export type Markup = readonly (string | Uint8Array)[]

const encoder = new TextEncoder()

/**
 * Creates an LRU cache of the markup of `CachedElement`s, and renders pages with it. Entries never become stale, since
 * their key contains all of the part's properties.
 */
export function createMarkupCache(maxSize = MAX_SIZE) {
  const partIds = new Map<unknown, number>()
  /** Query results are the same object on every page until they change, so each is hashed once. */
  const digests = new WeakMap<object, string>()
  const markups = new Map<string, Uint8Array>()
  let size = 0
  /** Delimits the placeholders of cached parts in React's output. It is random, so that no content can contain it. */
  const delimiter = `<${crypto.randomUUID()}>`
  /** The cached parts of the page that is being rendered. */
  let pageParts: Uint8Array[] = []
  let isInsidePart = false

  function store(key: string, markup: Uint8Array): void {
    markups.set(key, markup)
    size += key.length + markup.length
    for (const [oldKey, oldMarkup] of markups) {
      if (size <= maxSize) return
      markups.delete(oldKey)
      size -= oldKey.length + oldMarkup.length
    }
  }

  function renderMarkup<Props extends object>(Part: ComponentType<Props>, props: Props): string {
    const wasInsidePart = isInsidePart
    isInsidePart = true
    try {
      return renderToString(
        <StaticRouter location="/">
          <Part {...props} />
        </StaticRouter>,
      )
    } finally {
      isInsidePart = wasInsidePart
    }
  }

  function createKey(Part: unknown, props: object): string {
    let key = String(getPartId(Part))
    for (const [name, value] of Object.entries(props)) key += ` ${name}:${identify(value)}`
    return key
  }

  function getPartId(Part: unknown): number {
    const known = partIds.get(Part)
    if (known !== undefined) return known
    partIds.set(Part, partIds.size)
    return partIds.size - 1
  }

  /** Returns a short text that only equal values have in common. */
  function identify(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    const known = digests.get(value)
    if (known !== undefined) return known
    const digest = hash('sha256', JSON.stringify(value), 'base64url')
    digests.set(value, digest)
    return digest
  }

  function getMarkup<Props extends object>(Part: ComponentType<Props>, props: Props): Uint8Array {
    const key = createKey(Part, props)
    const cached = markups.get(key)
    if (cached) {
      markups.delete(key)
      markups.set(key, cached)
      return cached
    }
    const markup = encoder.encode(renderMarkup(Part, props))
    store(key, markup)
    return markup
  }

  /** Renders a part: inline within another part, otherwise as a placeholder that `render` replaces. */
  const renderPart: RenderPart = (part, props) =>
    isInsidePart ? renderMarkup(part, props) : `${delimiter}${pageParts.push(getMarkup(part, props)) - 1}${delimiter}`

  return {
    renderPart,

    /** Renders a page, whose cached parts are rendered by `renderPart`. */
    render(page: ReactNode): Markup {
      pageParts = []
      const pieces = renderToString(page).split(delimiter)
      return pieces.map((piece, index) => (index % 2 === 0 ? piece : (pageParts[Number(piece)] ?? '')))
    },
  }
}
