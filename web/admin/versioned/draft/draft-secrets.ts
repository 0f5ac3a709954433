/** Removes passwords and other secrets from drafts: both the edited and the loaded values. */
import { isObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt, withValueAt } from '../../parts/json-path.ts'
import type { StoredDraft } from './draft-store.ts'

export const blankSecrets = (value: unknown, paths: readonly string[]): unknown =>
  paths.reduce<unknown>((blanked, path) => withValueAt(blanked, parsePath(path), ''), value)

/** Returns a draft with the secrets of the currently loaded value, so that they don't count as edits. */
export function fillSecrets<Draft extends StoredDraft>(
  draft: Draft,
  current: unknown,
  paths: readonly string[],
): Draft & StoredDraft {
  const fill = (value: Record<string, unknown>) => {
    const filled = paths.map(parsePath).reduce<unknown>((filledValue, path) => {
      return withValueAt(filledValue, path, valueAt(current, path))
    }, value)
    return isObject(filled) ? filled : value
  }
  return { ...draft, value: fill(draft.value), loaded: { ...draft.loaded, value: fill(draft.loaded.value) } }
}
