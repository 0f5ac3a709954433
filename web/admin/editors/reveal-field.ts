import { useEditor } from './editor-context.tsx'
import { fieldId, findPlace } from './form/field-paths.ts'

/** Goes to a field: opens its section and what it lies in, and focuses it. What the form has no place for is in JSON. */
export function useRevealField(): (path: string) => void {
  const { form, open, store, subject } = useEditor()
  return (path) => {
    const place = findPlace(form, path)
    if (!place?.field) {
      if (subject.kind) store.toJson()
      return
    }
    store.toForm()
    open.reveal(place.section.label, path)
    requestAnimationFrame(() => focusNearestField(path))
  }
}

/** Focuses the field itself, or the nearest thing that holds it. */
function focusNearestField(path: string): void {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const element = document.getElementById(fieldId(parts.slice(0, length).join('.')))
    if (!element) continue
    if (element === document.activeElement) return
    element.focus()
    element.scrollIntoView({ block: 'center' })
    return
  }
}

/** Focuses an item of a list, or `fallback` if it is not there, once the list is drawn. */
export function focusItem(path: string, fallback: HTMLElement | null): void {
  requestAnimationFrame(() => (document.getElementById(fieldId(path)) ?? fallback)?.focus())
}

/** Focuses the first field of a new item, with its text selected to be typed over. */
export function focusNewItem(path: string): void {
  requestAnimationFrame(() => {
    const head = document.getElementById(fieldId(path))
    const first = head?.closest('li')?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]') ?? head
    first?.focus()
    if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select()
    first?.scrollIntoView({ block: 'center' })
  })
}
