import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { DrawPart } from './parts/kept-part.tsx'
import { StaticRouter } from './router.tsx'

/** What is kept, in bytes of markup and characters of properties: some eight hundred cards. */
const LIMIT = 3_000_000

/** A page's markup in its order: what was rendered for it, and the bytes of kept parts. */
export type Markup = readonly (string | Uint8Array)[]

const encoder = new TextEncoder()

/**
 * Creates what draws parts once for the same properties, and renders pages around them. Nothing that is kept becomes
 * untrue: other properties are another key. The least recently used go first.
 */
export function createMarkupKeeper(limit = LIMIT) {
  const numbers = new Map<unknown, number>()
  /** What a page reads is the same object for the next page, as long as it is true: it is written down once. */
  const texts = new WeakMap<object, string>()
  const markups = new Map<string, Uint8Array>()
  let size = 0
  /** Stands around a part's place in what React renders; nobody who writes a text can know it. */
  const mark = `<${crypto.randomUUID()}>`
  /** What the page that is being rendered shows. */
  let placed: Uint8Array[] = []
  let isDrawing = false

  function keep(key: string, markup: Uint8Array): void {
    markups.set(key, markup)
    size += key.length + markup.length
    for (const [oldKey, oldMarkup] of markups) {
      if (size <= limit) return
      markups.delete(oldKey)
      size -= oldKey.length + oldMarkup.length
    }
  }

  function drawAnew<Props extends object>(Part: ComponentType<Props>, props: Props): string {
    const isWithin = isDrawing
    isDrawing = true
    try {
      return renderToString(
        <StaticRouter location="/">
          <Part {...props} />
        </StaticRouter>,
      )
    } finally {
      isDrawing = isWithin
    }
  }

  function writeKey(Part: unknown, props: object): string {
    const number = numbers.get(Part) ?? numbers.size
    numbers.set(Part, number)
    return `${number} ${Object.entries(props)
      .map(([name, value]: [string, unknown]) => `${name}:${writeValue(value)}`)
      .join()}`
  }

  function writeValue(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    const text = texts.get(value) ?? JSON.stringify(value)
    texts.set(value, text)
    return text
  }

  function recall<Props extends object>(Part: ComponentType<Props>, props: Props): Uint8Array {
    const key = writeKey(Part, props)
    const before = markups.get(key)
    if (before) {
      markups.delete(key)
      markups.set(key, before)
      return before
    }
    const markup = encoder.encode(drawAnew(Part, props))
    keep(key, markup)
    return markup
  }

  /** Draws a part: within another one as it is, within a page as a place that `render` fills. */
  const draw: DrawPart = (part, props) =>
    isDrawing ? drawAnew(part, props) : `${mark}${placed.push(recall(part, props)) - 1}${mark}`

  return {
    draw,

    /** Renders a page, whose kept parts are drawn by `draw`. */
    render(page: ReactNode): Markup {
      placed = []
      const pieces = renderToString(page).split(mark)
      return pieces.map((piece, index) => (index % 2 === 0 ? piece : (placed[Number(piece)] ?? '')))
    },
  }
}
