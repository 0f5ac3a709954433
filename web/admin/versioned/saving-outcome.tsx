import { FailureAlert } from '../parts/form-failure.tsx'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { DraftList } from './draft/draft-list.tsx'
import type { VersionedFormView } from './use-versioned-edits.ts'

/** Shows the available drafts, the error of the last action, and the conflict dialog if there is a conflict. */
export function SavingOutcome<Value>({ form }: { form: VersionedFormView<Value> }) {
  return (
    <>
      <DraftList form={form} className="mb-4" />
      {form.notice?.kind === 'failure' && <FailureAlert title={form.notice.text} />}
      <SavingConflict form={form} />
    </>
  )
}

type SavingConflictProps<Value> = {
  form: Pick<VersionedFormView<Value>, 'conflict' | 'isSaving' | 'closeConflict' | 'saveMerged' | 'describeDifference'>
}

/** Shows both versions after a conflict, and saves the merged version. */
export function SavingConflict<Value>({ form }: SavingConflictProps<Value>) {
  const { conflict, isSaving, closeConflict, saveMerged, describeDifference } = form
  if (!conflict) return null
  return (
    <ConflictDialog
      // If an even newer version appears, the merge starts again.
      key={conflict.version}
      versions={conflict.versions}
      describeDifference={describeDifference}
      isSaving={isSaving}
      onClose={closeConflict}
      onSave={(merged) => void saveMerged(merged)}
    />
  )
}
