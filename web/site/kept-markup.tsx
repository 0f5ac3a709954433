import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { DrawPart } from './parts/kept-part.tsx'
import { StaticRouter } from './router.tsx'

/** What is kept, in characters, properties included: some five hundred cards, in two megabytes of letters or four of Chinese. */
const LIMIT = 2_000_000

/**
 * Creates what draws parts once for the same properties. Nothing that is kept becomes untrue: other properties are
 * another key. The least recently used go first.
 */
export function createMarkupKeeper(limit = LIMIT): DrawPart {
  const numbers = new Map<unknown, number>()
  const markups = new Map<string, string>()
  let size = 0

  function keep(key: string, markup: string): void {
    markups.set(key, markup)
    size += key.length + markup.length
    for (const [oldKey, oldMarkup] of markups) {
      if (size <= limit) return
      markups.delete(oldKey)
      size -= oldKey.length + oldMarkup.length
    }
  }

  return <Props extends object>(Part: ComponentType<Props>, props: Props) => {
    const number = numbers.get(Part) ?? numbers.size
    numbers.set(Part, number)
    const key = number + JSON.stringify(props)
    const markup = markups.get(key)
    if (markup !== undefined) {
      markups.delete(key)
      markups.set(key, markup)
      return markup
    }
    const drawn = renderToString(
      <StaticRouter location="/">
        <Part {...props} />
      </StaticRouter>,
    )
    keep(key, drawn)
    return drawn
  }
}
