import { hash } from 'node:crypto'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { RenderComponent } from './components/cached-element.tsx'
import { StaticRouter } from './router.tsx'

/** The maximum size of the cache, in bytes of markup plus characters of keys: about eight hundred cards. */
const MAX_SIZE = 3_000_000

/** A page's markup in order: what was rendered for this page, and the bytes of cached components. */
export type Markup = readonly (string | Uint8Array)[]

/**
 * What React writes before a component's markup to load its pictures early, such as the logo. Within an element, the browser
 * would take it for a child that the component doesn't have, and render the whole page anew.
 */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

const encoder = new TextEncoder()

/**
 * Creates an LRU cache of the markup of `CachedElement`s, and renders pages with it. Entries never become stale, since
 * their key contains all of the component's properties.
 */
export function createMarkupCache(maxSize = MAX_SIZE) {
  const componentIds = new Map<unknown, number>()
  /** Query results are the same object on every page until they change, so each is hashed once. */
  const digests = new WeakMap<object, string>()
  const markups = new Map<string, Uint8Array>()
  let size = 0
  /** Delimits the placeholders of cached components in React's output; random, so that no content can contain it. */
  const delimiter = `<${crypto.randomUUID()}>`
  /** The cached components of the page that is being rendered. */
  let pageMarkups: Uint8Array[] = []
  let isInsideComponent = false

  function store(key: string, markup: Uint8Array): void {
    markups.set(key, markup)
    size += key.length + markup.length
    for (const [oldKey, oldMarkup] of markups) {
      if (size <= maxSize) return
      markups.delete(oldKey)
      size -= oldKey.length + oldMarkup.length
    }
  }

  function renderMarkup<Props extends object>(Component: ComponentType<Props>, props: Props): string {
    const wasInsideComponent = isInsideComponent
    isInsideComponent = true
    try {
      const markup = renderToString(
        <StaticRouter location="/">
          <Component {...props} />
        </StaticRouter>,
      )
      return markup.replace(PRELOADS, '')
    } finally {
      isInsideComponent = wasInsideComponent
    }
  }

  function createKey(Component: unknown, props: object): string {
    let key = String(getComponentId(Component))
    for (const [name, value] of Object.entries(props)) key += ` ${name}:${toCacheKey(value)}`
    return key
  }

  function getComponentId(Component: unknown): number {
    const existingId = componentIds.get(Component)
    if (existingId !== undefined) return existingId
    componentIds.set(Component, componentIds.size)
    return componentIds.size - 1
  }

  /** Returns a short text that is equal for equal values only. */
  function toCacheKey(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    const cachedDigest = digests.get(value)
    if (cachedDigest !== undefined) return cachedDigest
    const digest = hash('sha256', JSON.stringify(value), 'base64url')
    digests.set(value, digest)
    return digest
  }

  function getMarkup<Props extends object>(Component: ComponentType<Props>, props: Props): Uint8Array {
    const key = createKey(Component, props)
    const cached = markups.get(key)
    if (cached) {
      markups.delete(key)
      markups.set(key, cached)
      return cached
    }
    const markup = encoder.encode(renderMarkup(Component, props))
    store(key, markup)
    return markup
  }

  /** Renders a component: inline within another component, otherwise as a placeholder that `render` replaces. */
  const renderComponent: RenderComponent = (component, props) => {
    if (isInsideComponent) return renderMarkup(component, props)
    const index = pageMarkups.push(getMarkup(component, props)) - 1
    return `${delimiter}${index}${delimiter}`
  }

  return {
    renderComponent,

    /** Renders a page, whose cached components are rendered by `renderComponent`. */
    render(page: ReactNode): Markup {
      pageMarkups = []
      const pieces = renderToString(page).split(delimiter)
      return pieces.map((piece, index) => (index % 2 === 0 ? piece : (pageMarkups[Number(piece)] ?? '')))
    },
  }
}
