/** Locates the paths of a document in its form: the section, the Chinese labels and the field. */
import { REMOVED_ITEM } from '#contracts/rules/carry-path.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { formatPath, getValueAt, type JsonPath, parsePath } from '../../components/json-path.ts'
import type { DocumentForm, Field, FormSection } from './form-types.ts'

type FieldLocation = {
  section: FormSection
  /** The labels from the section down to the field. */
  labels: readonly string[]
  /** The innermost field on the path. */
  field: Field | undefined
  /** Whether the form has a field for the entire path. */
  isComplete: boolean
}

/** Returns the name of an item within its list; `undefined` if the list's name is enough. */
export type NameItem = (list: Field, path: JsonPath) => string | undefined

/** Names an item by its position in the form. */
const nameByPosition: NameItem = (list, path) => {
  if (path.at(-1) === REMOVED_ITEM) return `已删除的${list.kind === 'list' ? list.noun : '一条'}`
  const position = Number(path.at(-1)) + 1
  if (list.kind === 'list') return `${list.noun}${position}`
  return list.kind === 'texts' ? `第${position}条` : undefined
}

/** Returns the location of a document's dotted path in the form; `undefined` if no section contains it. */
export function locateField(form: DocumentForm, dotted: string, nameItem = nameByPosition): FieldLocation | undefined {
  const path = parsePath(dotted)
  const locations = form.sections.flatMap((section): FieldLocation[] => {
    const base = parsePath(section.path)
    if (!base.every((key, index) => path[index] === key)) return []
    return [{ section, ...walkFields(section.fields, { path, depth: base.length, labels: [section.label], nameItem }) }]
  })
  // A section at the document's root contains every path: prefer the section that has the field.
  return locations.find(({ isComplete }) => isComplete) ?? locations.find(({ field }) => field) ?? locations[0]
}

/** The state of traversing a path: the current depth and the labels so far. */
type Walk = { path: JsonPath; depth: number; labels: readonly string[]; nameItem: NameItem }

function walkFields(fields: readonly Field[], walk: Walk): Omit<FieldLocation, 'section'> {
  const { path, depth, labels, nameItem } = walk
  const key = path[depth]
  if (key === undefined) return { labels, field: undefined, isComplete: true }
  const field = fields.find((candidate) => candidate.key === key)
  if (!field) return { labels: labelUnknownPath(walk), field: undefined, isComplete: false }

  const fieldLabels = [...labels, field.label]
  const isLast = depth === path.length - 1
  if (isLast) return { labels: fieldLabels, field, isComplete: true }
  if (field.kind === 'group') return walkFields(field.fields, { path, depth: depth + 1, labels: fieldLabels, nameItem })

  const itemName = nameItem(field, path.slice(0, depth + 2))
  if (field.kind === 'list') {
    const itemLabels = [...labels, itemName ?? field.noun]
    const inItem = walkFields(field.fields, { path, depth: depth + 2, labels: itemLabels, nameItem })
    return { ...inItem, field: inItem.field ?? field }
  }
  return { labels: itemName === undefined ? fieldLabels : [...fieldLabels, itemName], field, isComplete: true }
}

/** Returns the labels of a path for whose rest there is no field. */
const labelUnknownPath = ({ path, depth, labels }: Walk): string[] => [
  // A top-level key of the document doesn't belong to a section.
  ...(depth === 0 ? [] : labels),
  '其他内容',
  ...path.slice(depth).map((key) => (typeof key === 'number' ? `第${key + 1}项` : key)),
]

/** Returns the label of a path, such as `主视觉 › 按钮1 › 链接`; the path itself if it isn't in the form. */
export function getLabel(form: DocumentForm, dotted: string): string {
  const location = locateField(form, dotted)
  if (!location) return dotted
  // A section that consists of one list repeats its label; in forms without sections, the section's label is empty.
  return location.labels.filter((label, index, all) => label !== '' && label !== all[index - 1]).join(' › ')
}

/**
 * Returns the path itself if the form has a field for it and the document the list items on it, otherwise that of the
 * innermost list or group that both have; '' if there is none.
 */
export function findExistingPath(form: DocumentForm, document: unknown, dotted: string): string {
  const path = parsePath(dotted)
  const isItem = (key: string | number, index: number) => {
    const list = getValueAt(document, path.slice(0, index))
    return !Array.isArray(list) || (typeof key === 'number' && key < list.length)
  }
  const firstGone = path.findIndex((key, index) => !isItem(key, index))
  const keys = firstGone < 0 ? path : path.slice(0, firstGone)
  for (let length = keys.length; length > 0; length -= 1) {
    const existing = formatPath(keys.slice(0, length))
    const location = locateField(form, existing)
    if (location?.isComplete && location.field) return existing
  }
  return ''
}

/** Returns the title of a list item, joined from its title keys; `undefined` if all of them are blank. */
export function findItemTitle(item: unknown, titleKeys: readonly string[]): string | undefined {
  const titles = titleKeys.map((key) => (isObject(item) ? getValueAt(item, [key]) : undefined)).filter(isText)
  return titles.length > 0 ? titles.join('，') : undefined
}

/** Returns the title of a list item, or its noun and number. */
export const getItemTitle = (item: unknown, titleKeys: readonly string[], noun: string, index: number): string =>
  findItemTitle(item, titleKeys) ?? `未命名${noun}${index + 1}`

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns the element id of a field, given its dotted path. */
export const getFieldId = (dotted: string): string => `field-${dotted}`
