import { getValueAt, parsePath } from '../components/json-path.ts'
import { useEditor } from './editor-context.tsx'
import { findExistingPath, getFieldId, locateField } from './form/field-paths.ts'

/**
 * Returns a function that expands and focuses a field. Values that have no field in the form are shown in JSON mode; of what
 * no longer exists, the list or group that it was in.
 */
export function useRevealField(): (path: string) => void {
  const { form, viewState, store, resource } = useEditor()
  return (path) => {
    const { document } = store.get()
    const hasOnlyValue = !locateField(form, path)?.field && getValueAt(document, parsePath(path)) !== undefined
    const existing = hasOnlyValue ? '' : findExistingPath(form, document, path)
    const location = locateField(form, existing)
    if (existing === '' || !location) {
      if (resource.kind) store.switchToJson()
      return
    }
    store.switchToForm()
    viewState.reveal(location.section.label, existing)
    requestAnimationFrame(() => focusNearestField(existing))
  }
}

/** Focuses a field, or its closest rendered ancestor. */
function focusNearestField(path: string): void {
  const keys = path.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const element = document.getElementById(getFieldId(keys.slice(0, length).join('.')))
    if (!element) continue
    if (element === document.activeElement) return
    element.focus()
    element.scrollIntoView({ block: 'center' })
    return
  }
}

/** Focuses a list item once the list has rendered, or `fallback` if the item doesn't exist. */
export function focusItem(path: string, fallback: HTMLElement | null): void {
  requestAnimationFrame(() => (document.getElementById(getFieldId(path)) ?? fallback)?.focus())
}

/** Focuses the first field of a new item and selects its text, so that typing replaces it. */
export function focusNewItem(path: string): void {
  requestAnimationFrame(() => {
    const heading = document.getElementById(getFieldId(path))
    const firstField =
      heading?.closest('li')?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]') ?? heading
    firstField?.focus()
    if (firstField instanceof HTMLInputElement || firstField instanceof HTMLTextAreaElement) firstField.select()
    firstField?.scrollIntoView({ block: 'center' })
  })
}
