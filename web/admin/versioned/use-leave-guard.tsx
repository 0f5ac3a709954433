import type { Location } from 'react-router'
import type { Edits } from '../../shared/versioned/edits.ts'
import { useUnsaved } from '../parts/use-unsaved.tsx'

type LeaveGuard = {
  /** Names what is edited. */
  owner: string
  isDirty: boolean
  edits: Pick<Edits<unknown>, 'get'>
  /** Returns whether going to an address leaves what is edited; another path always does. */
  isElsewhere?: (next: Location) => boolean
}

/** What becomes of edits that are left. */
export const LEFT_AS_DRAFT = '离开后，这些修改会保存为草稿，下次打开时可以恢复。'

/** Asks for confirmation before leaving unsaved edits, and mentions the draft. */
export function useLeaveGuard({ owner, isDirty, edits, isElsewhere }: LeaveGuard): void {
  useUnsaved(owner, {
    isDirty,
    isDirtyNow: () => edits.get().isDirty,
    consequence: LEFT_AS_DRAFT,
    isKept: true,
    ...(isElsewhere ? { isElsewhere } : {}),
  })
}
