import type { RestoredEdits } from '../../../shared/versioned/edits.ts'
import { compareVersions, type Difference } from '../../../shared/versioned/three-way.ts'

/** Lists what restoring a draft would change in the current version, without what others have saved since. */
export const listDraftChanges = <Value>({ loaded, value }: RestoredEdits<Value>, current: Value): Difference[] =>
  compareVersions({ base: loaded.value, mine: value, theirs: current }).differences.filter(
    ({ whose }) => whose !== 'theirs',
  )
