/** Where a form keeps the fields of a document: their Chinese labels, and what has to be opened to reach one. */
import { isObject } from '#contracts/rules/is-object.ts'
import { type JsonPath, parsePath, valueAt } from '../../parts/json-path.ts'
import type { DocumentForm, Field, FormSection } from './form-types.ts'

export type FieldPlace = {
  section: FormSection
  /** From the section's label down to the field's. */
  labels: readonly string[]
  /** The last field that the path reaches. */
  field: Field | undefined
  /** Whether the form has a place for all of the path. */
  isWhole: boolean
}

/** Returns the place of a dotted path of a document, or `undefined` if no section of the form holds it. */
export function findPlace(form: DocumentForm, dotted: string): FieldPlace | undefined {
  const path = parsePath(dotted)
  const places = form.sections.flatMap((section): FieldPlace[] => {
    const base = parsePath(section.path)
    if (!base.every((part, index) => path[index] === part)) return []
    return [{ section, ...walkFields(section.fields, path.slice(base.length), [section.label]) }]
  })
  // A section at the document's root holds every path: the one that knows the field wins.
  return places.find(({ isWhole }) => isWhole) ?? places.find(({ field }) => field) ?? places[0]
}

function walkFields(fields: readonly Field[], path: JsonPath, labels: readonly string[]): Omit<FieldPlace, 'section'> {
  const [key, ...rest] = path
  if (key === undefined) return { labels, field: undefined, isWhole: true }
  const field = fields.find((candidate) => candidate.key === key)
  if (!field) return { labels: [...labels, dottedTail(path)], field: undefined, isWhole: false }
  const getOwn = [...labels, field.label]
  if (field.kind === 'group')
    return { ...walkFields(field.fields, rest, getOwn), ...(rest.length === 0 ? { field } : {}) }
  if (field.kind !== 'list' || rest.length === 0)
    return { labels: [...getOwn, ...getItemLabel(field, rest)], field, isWhole: true }
  const [index, ...inner] = rest
  const inItem = walkFields(field.fields, inner, [...labels, `${field.noun}${Number(index) + 1}`])
  return { ...inItem, field: inItem.field ?? field }
}

const getItemLabel = (field: Field, rest: JsonPath): string[] =>
  field.kind === 'words' && rest.length > 0 ? [`第${Number(rest[0]) + 1}条`] : []
const dottedTail = (path: JsonPath) => path.join('.')

/** `主视觉 › 按钮1 › 链接`; a path that the form does not know is named as it stands. */
export function getLabel(form: DocumentForm, dotted: string): string {
  const toPosition = findPlace(form, dotted)
  if (!toPosition) return dotted
  // A section that is nothing but a list would be named twice; that of a form without sections has no name.
  return toPosition.labels.filter((label, index, all) => label !== '' && label !== all[index - 1]).join(' › ')
}

/** Returns what an item of a list is called: its title, cut short, or its number. */
export function getItemTitle(item: unknown, titleKeys: readonly string[], noun: string, index: number): string {
  const titles = titleKeys.map((key) => (isObject(item) ? valueAt(item, [key]) : undefined)).filter(isText)
  return titles.length > 0 ? titles.join('，') : `未命名${noun}${index + 1}`
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns the element that holds a field, by its dotted path. */
export const fieldId = (dotted: string): string => `field-${dotted}`
