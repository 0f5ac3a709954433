/** Leads from a text or picture of a previewed page to its field in the editor. */
import { findShownField, listShownFields, type ShownField } from './preview-fields.ts'

/** How far above what was clicked a text can begin, such as around a marked word. */
const MAX_ANCESTORS = 4
/** Longer texts are those of whole parts of the page. */
const MAX_TEXT_LENGTH = 4_000

/**
 * Reports the field of what is clicked to `onField`; such a click does nothing else. What shows no field, such as a tab of
 * the page, works as usual. Returns the function that takes the content that is shown from now on.
 */
export function followClicks(onField: (path: string) => void): (content: unknown) => void {
  let fields: readonly ShownField[] = []

  const findPath = ({ target }: Event): string | undefined => {
    let element = target instanceof Element ? target : null
    for (let step = 0; element && element !== document.body && step <= MAX_ANCESTORS; step += 1) {
      const path = findShownField(fields, describe(element))
      if (path !== undefined) return path
      element = element.parentElement
    }
    return undefined
  }

  document.addEventListener(
    'click',
    (event) => {
      const path = findPath(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      onField(path)
    },
    { capture: true },
  )
  document.addEventListener('mouseover', (event) => {
    if (event.target instanceof HTMLElement) event.target.style.cursor = findPath(event) === undefined ? '' : 'pointer'
  })
  return (content) => {
    fields = listShownFields(content)
  }
}

/** Returns the text or address that an element shows, and how many elements of its kind before it show the same. */
function describe(element: Element): { text: string; index: number } {
  const text = getShown(element)
  if (text === '' || text.length > MAX_TEXT_LENGTH) return { text: '', index: 0 }
  const equal = [...document.querySelectorAll(element.tagName)].filter((other) => getShown(other) === text)
  return { text, index: equal.indexOf(element) }
}

const getShown = (element: Element): string =>
  element instanceof HTMLImageElement ? (element.getAttribute('src') ?? '') : (element.textContent ?? '')
