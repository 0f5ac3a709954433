import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { FORMS } from '../forms/forms.ts'
import { describeValue } from './describe-value.ts'
import { findItemTitle } from './field-paths.ts'
import type { Field } from './form-types.ts'

/** A text of an item, and the path of its field. */
export type ItemText = { path: string; text: string }

/** `path` is the path of the item's title, `label` the form's name for such items, `texts` are those of its own fields. */
export type TitledItem = { path: string; title: string; label: string; texts: readonly ItemText[] }

/** Lists the list items of a document that have a title, including nested ones. */
export function listTitledItems(kind: DocumentKind, document: unknown): TitledItem[] {
  return FORMS[kind].sections.flatMap(({ fields, path }) => {
    const value = getValueAt(document, parsePath(path))
    return isObject(value) ? listItems(fields, value, path) : []
  })
}

function listItems(fields: readonly Field[], value: JsonObject, path: string): TitledItem[] {
  return fields.flatMap((field): TitledItem[] => {
    const inner = value[field.key]
    const innerPath = path === '' ? field.key : `${path}.${field.key}`
    if (field.kind === 'group') return isObject(inner) ? listItems(field.fields, inner, innerPath) : []
    if (field.kind !== 'list' || !Array.isArray(inner)) return []
    return inner.flatMap((item: unknown, index) => {
      const itemPath = `${innerPath}.${index}`
      const titleKey = field.titleKeys.find((key) => findItemTitle(item, [key]) !== undefined)
      const title = findItemTitle(item, field.titleKeys)
      const titledItem =
        titleKey === undefined || title === undefined
          ? []
          : [
              {
                path: `${itemPath}.${titleKey}`,
                title,
                label: field.noun,
                texts: listTexts(field.fields, item, itemPath),
              },
            ]
      return isObject(item) ? [...titledItem, ...listItems(field.fields, item, itemPath)] : titledItem
    })
  })
}

const TEXT_KINDS: ReadonlySet<Field['kind']> = new Set(['text', 'paragraph', 'rich-text', 'suggest', 'url', 'texts'])

function listTexts(fields: readonly Field[], item: unknown, itemPath: string): ItemText[] {
  if (!isObject(item)) return []
  return fields
    .filter(({ kind }) => TEXT_KINDS.has(kind))
    .flatMap((field) => {
      const text = describeValue(item[field.key] ?? '', field)
      return item[field.key] ? [{ path: `${itemPath}.${field.key}`, text }] : []
    })
}
