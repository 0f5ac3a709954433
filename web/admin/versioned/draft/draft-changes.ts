import type { RestoredEdits } from '../../../shared/versioned/edits.ts'
import { compareVersions, type Difference } from '../../../shared/versioned/three-way.ts'

/** Returns what a draft would change of the current version; not what others have saved since it was made. */
export const listDraftChanges = <Value>({ loaded, value }: RestoredEdits<Value>, current: Value): Difference[] =>
  compareVersions({ base: loaded.value, mine: value, theirs: current }).differences.filter(
    ({ whose }) => whose !== 'theirs',
  )
