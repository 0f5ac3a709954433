import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { FORMS } from '../forms/forms.ts'
import { findItemTitle } from './field-paths.ts'
import type { Field } from './form-types.ts'

/** `path` is the path of the item's title, `label` the form's name for such items. */
export type TitledItem = { path: string; title: string; label: string }

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
          : [{ path: `${itemPath}.${titleKey}`, title, label: field.noun }]
      return isObject(item) ? [...titledItem, ...listItems(field.fields, item, itemPath)] : titledItem
    })
  })
}
