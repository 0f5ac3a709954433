import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { type Change, diff } from '#contracts/rules/json-diff.ts'

/** The changes of one top-level section. */
type ChangedSection = { name: string; changes: Change[] }

/** Lists the top-level sections in which two versions differ, with the changes of each. */
export function listChangedSections(before: JsonObject, after: JsonObject): ChangedSection[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const toSection = (document: JsonObject, name: string) =>
    Object.hasOwn(document, name) ? { [name]: document[name] } : {}
  return names
    .map((name) => ({ name, changes: diff(toSection(before, name), toSection(after, name)) }))
    .filter(({ changes }) => changes.length > 0)
}

/** Counts changes, and names their sections only, because the full paths of changes can be long. */
export const countChanges = (changed: readonly ChangedSection[]): RevisionChanges => ({
  paths: changed.reduce((sum, { changes }) => sum + changes.length, 0),
  sections: changed.map(({ name }) => name),
})
