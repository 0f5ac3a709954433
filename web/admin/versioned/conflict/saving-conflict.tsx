import { useEditor } from '../../editors/editor-context.tsx'
import type { Saving } from '../use-saving.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

/** Shows both versions where a save met a newer one, and saves what was merged of them. */
export function SavingConflict({ saving }: { saving: Saving }) {
  const { form } = useEditor()
  const { conflict, isSaving, closeConflict, saveMerged } = saving
  if (!conflict) return null
  return (
    <ConflictDialog
      // A merge that meets a still newer version is made anew.
      key={conflict.theirs.revision}
      form={form}
      conflict={conflict}
      isSaving={isSaving}
      onClose={closeConflict}
      onSave={(merged) => void saveMerged(merged, conflict.theirs)}
    />
  )
}
