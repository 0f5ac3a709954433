import { compareVersions, type Difference } from '../conflict/three-way.ts'
import type { RestoredEdits } from '../edits.ts'

/** Returns what a draft would change of the current version; not what others have saved since it was made. */
export const listDraftChanges = <Value>({ loaded, value }: RestoredEdits<Value>, current: Value): Difference[] =>
  compareVersions({ base: loaded.value, mine: value, theirs: current }).differences.filter(
    ({ whose }) => whose !== 'theirs',
  )
