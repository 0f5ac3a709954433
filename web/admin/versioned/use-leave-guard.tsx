import { useUnsaved } from '../parts/use-unsaved.tsx'
import type { Edits } from './edits.ts'

/** Asks before unsaved edits are left, and says that a draft stays in this browser. */
export function useLeaveGuard(holder: string, isDirty: boolean, edits: Pick<Edits<unknown>, 'get'>): void {
  useUnsaved(holder, {
    isDirty,
    isDirtyNow: () => edits.get().isDirty,
    consequence: '离开后，这些修改会留在本机，下次打开时可以恢复。',
    isKept: true,
  })
}
