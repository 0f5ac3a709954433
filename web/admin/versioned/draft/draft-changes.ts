import type { RestoredEdits } from '../../../shared/versioned/edits.ts'
import { compareThreeWay, type Difference } from '../../../shared/versioned/three-way.ts'

/** Lists the differences of a draft from the current version, without the changes that others have saved since. */
export const listDraftChanges = <Value>({ loaded, value }: RestoredEdits<Value>, current: Value): Difference[] =>
  compareThreeWay({ base: loaded.value, mine: value, theirs: current }).differences.filter(
    ({ changedBy }) => changedBy !== 'theirs',
  )
