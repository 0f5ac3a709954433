/** Passwords and other secrets of a form, which no draft keeps: neither as they are edited nor as they were loaded. */
import { isObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt, withValueAt } from '../../parts/json-path.ts'
import type { StoredDraft } from './draft-store.ts'

export const blankSecrets = (value: unknown, places: readonly string[]): unknown =>
  places.reduce<unknown>((rest, place) => withValueAt(rest, parsePath(place), ''), value)

/** Returns a draft with the secrets of the value that is loaded now: they are no edits of the draft. */
export function fillSecrets<Draft extends StoredDraft>(
  draft: Draft,
  current: unknown,
  places: readonly string[],
): Draft & StoredDraft {
  const fill = (value: Record<string, unknown>) => {
    const filled = places.map(parsePath).reduce<unknown>((rest, path) => {
      return withValueAt(rest, path, valueAt(current, path))
    }, value)
    return isObject(filled) ? filled : value
  }
  return { ...draft, value: fill(draft.value), loaded: { ...draft.loaded, value: fill(draft.loaded.value) } }
}
