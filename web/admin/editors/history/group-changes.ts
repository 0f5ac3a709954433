/** Groups the changes of a comparison by list item, for display. */
import type { Change } from '#contracts/rules/json-diff.ts'
import type { DocumentForm, Field } from '../form/form-types.ts'
import { findItemPath, locateChange } from '../form/locate-change.ts'

export type LocatedChange = { change: Change; label: string; field: Field | undefined }
/** `label` names the item or, outside lists, the field. */
export type ChangeGroup = { key: string; label: string; changes: LocatedChange[] }

const SEPARATOR = ' › '

/** Groups changes by list item. `after` is the newer value of the comparison. */
export function groupChanges(form: DocumentForm, changes: readonly Change[], after: unknown): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>()
  for (const change of changes) {
    const { labels, field, isInForm } = locateChange(form, change, after)
    // Skips values that the server assigns and nobody edits.
    if (!isInForm && change.path.endsWith('.id')) continue
    const item = findItem(change, field)
    const itemLabels = item ? locateChange(form, item, after).labels : labels
    const key = item?.key ?? change.path
    const group = groups.get(key) ?? { key, label: itemLabels.join(SEPARATOR), changes: [] }
    group.changes.push({ change, label: labels.slice(itemLabels.length).join(SEPARATOR), field })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns the changed list item, as a change itself; for a list of texts, the list. `undefined` outside lists. */
function findItem(change: Change, field: Field | undefined): (Change & { key: string }) | undefined {
  const path = findItemPath(change)
  if (path === undefined) return undefined
  if (path !== change.path) return { path, kind: 'changed', before: undefined, after: undefined, key: path }
  if (field?.kind === 'texts') {
    const list = path.slice(0, path.lastIndexOf('.'))
    return { path: list, kind: 'changed', before: undefined, after: undefined, key: list }
  }
  // In the newer value, the index of a removed item belongs to another item.
  return { ...change, key: change.kind === 'removed' ? `removed ${path}` : path }
}
