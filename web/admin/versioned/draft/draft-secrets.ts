/** Removes passwords and other secrets from drafts, and restores them from the loaded value. */
import { isObject } from '#contracts/rules/is-object.ts'
import { getValueAt, parsePath, withValueAt } from '../../components/json-path.ts'
import type { StoredDraft } from './draft-store.ts'

/** Returns a copy of the value with '' at the paths of secrets. */
export function removeSecrets(value: unknown, paths: readonly string[]): unknown {
  let withoutSecrets = value
  for (const path of paths) withoutSecrets = withValueAt(withoutSecrets, parsePath(path), '')
  return withoutSecrets
}

/** Returns a copy of the draft with the secrets of the loaded value, so that they don't count as edits. */
export function restoreSecrets<Draft extends StoredDraft>(
  draft: Draft,
  loadedValue: unknown,
  paths: readonly string[],
): Draft & StoredDraft {
  function fill(value: Record<string, unknown>): Record<string, unknown> {
    let filled: unknown = value
    for (const path of paths.map(parsePath)) filled = withValueAt(filled, path, getValueAt(loadedValue, path))
    return isObject(filled) ? filled : value
  }
  return { ...draft, value: fill(draft.value), loaded: { ...draft.loaded, value: fill(draft.loaded.value) } }
}
