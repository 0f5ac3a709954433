/** Locates a change of a document in its form, by field labels and titles of list items. */

import { isObject } from '#contracts/rules/is-object.ts'
import type { Change } from '#contracts/rules/json-diff.ts'
import { formatPath, getValueAt, type JsonPath, parsePath } from '../../components/json-path.ts'
import { findItemTitle, locateField, type NameItem } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'

type ChangeLocation = {
  /** The labels from the section down to the field. */
  labels: readonly string[]
  field: Field | undefined
  /** Whether the form has a field for the entire path. */
  isInForm: boolean
}

const MAX_TITLE_CHARACTERS = 40

/** Returns the location of a change. `after` is the newer value of the comparison, from which items are named. */
export function locateChange(form: DocumentForm, change: Change, after: unknown): ChangeLocation {
  const location = locateField(form, change.path, createItemNamer(change, after))
  const labels = (location?.labels ?? [change.path]).filter(
    (label, index, all) => label !== '' && label !== all[index - 1],
  )
  return { labels, field: location?.field, isInForm: location?.isComplete ?? false }
}

/** Returns the path of the outermost list item that contains the change or is changed itself. */
export function findItemPath({ path }: Change): string | undefined {
  const keys = parsePath(path)
  const index = keys.findIndex((key) => typeof key === 'number')
  return index === -1 ? undefined : formatPath(keys.slice(0, index + 1))
}

function createItemNamer(change: Change, after: unknown): NameItem {
  // The newer value doesn't contain removed items.
  const findItem = (path: JsonPath) =>
    change.kind === 'removed' && formatPath(path) === change.path ? change.before : getValueAt(after, path)
  return (list, path) => {
    const item = findItem(path)
    if (list.kind === 'list') {
      // One title is enough: the others may be part of the change.
      const title = list.titleKeys.map((key) => findItemTitle(item, [key])).find((text) => text !== undefined)
      return title === undefined ? `未命名${list.noun}${Number(path.at(-1)) + 1}` : `${list.noun}${quote(title)}`
    }
    if (list.kind === 'attachments') return isObject(item) ? quote(String(item.filename ?? '')) : undefined
    // Otherwise the text itself is shown as the change.
    return change.kind === 'moved' && typeof item === 'string' ? quote(item) : undefined
  }
}

const quote = (text: string) => {
  const characters = [...text]
  return `“${characters.length > MAX_TITLE_CHARACTERS ? `${characters.slice(0, MAX_TITLE_CHARACTERS).join('')}……` : text}”`
}
