/** Keeps what a visitor has typed into fields while the page that contains them is rendered anew. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A field by its kind and name, the number of such fields before it, and what it contains. */
export type TypedField = { kind: string; index: number; value: string; isChecked: boolean }

const FIELDS = 'input:not([type=file],[type=hidden],[type=submit]), textarea, select'

/** Returns the contents of all fields of the document. */
export function readFields(): TypedField[] {
  return listFields().map(({ kind, index, field }) => ({
    kind,
    index,
    value: field.value,
    isChecked: isChecked(field),
  }))
}

/** Enters contents into the fields that differ, as if typed, so that React and the forms take them over. */
export function writeFields(typed: readonly TypedField[]): void {
  const contents = new Map(typed.map((content) => [`${content.kind} ${content.index}`, content]))
  for (const { kind, index, field } of listFields()) {
    const content = contents.get(`${kind} ${index}`)
    if (!content) continue
    if (isCheckable(field)) {
      if (content.isChecked !== isChecked(field)) field.click()
    } else if (content.value !== field.value) enter(field, content.value)
  }
}

function listFields(): { kind: string; index: number; field: Field }[] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Field>(FIELDS)].map((field) => {
    const choice = isCheckable(field) ? field.value : ''
    const kind = `${field.type} ${field.name || field.getAttribute('aria-label') || ''} ${choice}`
    const index = counts.get(kind) ?? 0
    counts.set(kind, index + 1)
    return { kind, index, field }
  })
}

const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const isChecked = (field: Field): boolean => isCheckable(field) && field.checked

/** Sets the value past React, which ignores an event if it has seen the value before. */
function enter(field: Field, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
