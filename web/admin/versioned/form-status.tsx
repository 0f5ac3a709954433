import { ErrorAlert } from '../components/form-error.tsx'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { DraftList } from './draft/draft-list.tsx'
import type { VersionedEdits } from './use-versioned-edits.ts'

/** Shows the recoverable drafts of a form, the error of the last action, and the dialog of a conflict. */
export function FormStatus<Value>({ form }: { form: VersionedEdits<Value> }) {
  return (
    <>
      <DraftList form={form} className="mb-4" />
      {form.notice?.kind === 'failure' && <ErrorAlert title={form.notice.text} />}
      <FormConflictDialog form={form} />
    </>
  )
}

type FormConflictDialogProps<Value> = {
  form: Pick<VersionedEdits<Value>, 'conflict' | 'isSaving' | 'closeConflict' | 'saveMerged' | 'describeDifference'>
}

/** Shows the conflict of a form, if it has one, and saves the merged version. */
export function FormConflictDialog<Value>({ form }: FormConflictDialogProps<Value>) {
  const { conflict, isSaving, closeConflict, saveMerged, describeDifference } = form
  if (!conflict) return null
  return (
    <ConflictDialog
      // If an even newer version appears, the merge starts again.
      key={conflict.version}
      versions={conflict.versions}
      authorship={conflict.authorship}
      describeDifference={describeDifference}
      isSaving={isSaving}
      onClose={closeConflict}
      onSave={(merged) => void saveMerged(merged)}
    />
  )
}
