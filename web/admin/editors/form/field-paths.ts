/** Finds a document's fields in its form: their Chinese labels, and the parts to open to reach one. */
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

/** Returns what an item is called within its list; `undefined` if the list's name is enough. */
export type NameItem = (list: Field, path: JsonPath) => string | undefined

/** Names an item by its place, as it is found in the form. */
const nameByPlace: NameItem = (list, path) => {
  const place = Number(path.at(-1)) + 1
  if (list.kind === 'list') return `${list.noun}${place}`
  return list.kind === 'words' ? `第${place}条` : undefined
}

/** Returns the place of a dotted path of a document, or `undefined` if no section of the form holds it. */
export function findPlace(form: DocumentForm, dotted: string, nameItem = nameByPlace): FieldPlace | undefined {
  const path = parsePath(dotted)
  const places = form.sections.flatMap((section): FieldPlace[] => {
    const base = parsePath(section.path)
    if (!base.every((part, index) => path[index] === part)) return []
    return [{ section, ...walkFields(section.fields, { path, depth: base.length, labels: [section.label], nameItem }) }]
  })
  // A section at the document's root holds every path: the one that knows the field wins.
  return places.find(({ isWhole }) => isWhole) ?? places.find(({ field }) => field) ?? places[0]
}

/** A path, how far it was walked, and what was on the way. */
type Walk = { path: JsonPath; depth: number; labels: readonly string[]; nameItem: NameItem }

function walkFields(fields: readonly Field[], walk: Walk): Omit<FieldPlace, 'section'> {
  const { path, depth, labels, nameItem } = walk
  const key = path[depth]
  if (key === undefined) return { labels, field: undefined, isWhole: true }
  const field = fields.find((candidate) => candidate.key === key)
  // A key of the document itself belongs to no section.
  const known = depth === 0 ? [] : labels
  if (!field) return { labels: [...known, ...nameUnknown(path.slice(depth))], field: undefined, isWhole: false }
  const isEnd = depth === path.length - 1
  const below = { path, depth: depth + 1, labels: [...labels, field.label], nameItem }
  if (field.kind === 'group') return { ...walkFields(field.fields, below), ...(isEnd ? { field } : {}) }
  const itemName = isEnd ? undefined : nameItem(field, path.slice(0, depth + 2))
  if (field.kind !== 'list' || isEnd)
    return { labels: [...below.labels, ...(itemName === undefined ? [] : [itemName])], field, isWhole: true }
  const inItem = walkFields(field.fields, {
    path,
    depth: depth + 2,
    labels: [...labels, itemName ?? field.noun],
    nameItem,
  })
  return { ...inItem, field: inItem.field ?? field }
}

/** Names what no form has a label for. */
const nameUnknown = (path: JsonPath): string[] => [
  '其他内容',
  ...path.map((part) => (typeof part === 'number' ? `第${part + 1}项` : part)),
]

/** Returns a path's label: `主视觉 › 按钮1 › 链接`; the path itself if the form does not know it. */
export function getLabel(form: DocumentForm, dotted: string): string {
  const place = findPlace(form, dotted)
  if (!place) return dotted
  // A section that is nothing but a list would be named twice; that of a form without sections has no name.
  return place.labels.filter((label, index, all) => label !== '' && label !== all[index - 1]).join(' › ')
}

/** Returns the title of a list's item, of the texts that name it; `undefined` if it has none. */
export function findItemTitle(item: unknown, titleKeys: readonly string[]): string | undefined {
  const titles = titleKeys.map((key) => (isObject(item) ? valueAt(item, [key]) : undefined)).filter(isText)
  return titles.length > 0 ? titles.join('，') : undefined
}

/** Returns what an item of a list is called: its title or its number. */
export const getItemTitle = (item: unknown, titleKeys: readonly string[], noun: string, index: number): string =>
  findItemTitle(item, titleKeys) ?? `未命名${noun}${index + 1}`

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns the element that holds a field, by its dotted path. */
export const fieldId = (dotted: string): string => `field-${dotted}`
