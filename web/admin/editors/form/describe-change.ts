/** Locates a change of a document by the form's labels and the titles of list items. */
import type { Change } from '#contracts/rules/difference.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { dottedPath, type JsonPath, parsePath, valueAt } from '../../parts/json-path.ts'
import { findItemTitle, findPlace, type NameItem } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'

export type ChangePlace = {
  /** From the section's label down to the field's. */
  labels: readonly string[]
  field: Field | undefined
  /** Whether the form has a place for all of the path. */
  isInForm: boolean
}

const TITLE_LENGTH = 40

/** Returns the place of a change. `after` is the newer value of the comparison, by which items are named. */
export function locateChange(form: DocumentForm, change: Change, after: unknown): ChangePlace {
  const place = findPlace(form, change.path, nameItemsOf(change, after))
  const labels = (place?.labels ?? [change.path]).filter(
    (label, index, all) => label !== '' && label !== all[index - 1],
  )
  return { labels, field: place?.field, isInForm: place?.isWhole ?? false }
}

/** Returns the path of the outermost list item that contains the change or is changed itself. */
export function findItemPath({ path }: Change): string | undefined {
  const parts = parsePath(path)
  const index = parts.findIndex((part) => typeof part === 'number')
  return index === -1 ? undefined : dottedPath(parts.slice(0, index + 1))
}

function nameItemsOf(change: Change, after: unknown): NameItem {
  // A removed item is not in the newer value.
  const findItem = (path: JsonPath) =>
    change.kind === 'removed' && dottedPath(path) === change.path ? change.before : valueAt(after, path)
  return (list, path) => {
    const item = findItem(path)
    if (list.kind === 'list') {
      // The first of the titles is enough: the others may be what changed.
      const title = list.titleKeys.map((key) => findItemTitle(item, [key])).find((text) => text !== undefined)
      return title === undefined ? `未命名${list.noun}${Number(path.at(-1)) + 1}` : `${list.noun}${quote(title)}`
    }
    if (list.kind === 'attachments') return isObject(item) ? quote(String(item.filename ?? '')) : undefined
    // The text itself is shown as the change.
    return change.kind === 'moved' && typeof item === 'string' ? quote(item) : undefined
  }
}

const quote = (text: string) => {
  const characters = [...text]
  return `“${characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join('')}……` : text}”`
}
