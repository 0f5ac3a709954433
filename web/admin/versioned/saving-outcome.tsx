import type { Describe } from '../../shared/versioned/use-conflict-choice.ts'
import { FailureAlert } from '../parts/form-failure.tsx'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { DraftList } from './draft/draft-list.tsx'
import type { VersionedFormView } from './use-versioned-form.ts'

type SavingOutcomeProps<Value> = { saving: VersionedFormView<Value>; describe: Describe }

/** Shows the drafts of what is edited, why the last action failed, and both versions in case of a conflict. */
export function SavingOutcome<Value>({ saving, describe }: SavingOutcomeProps<Value>) {
  return (
    <>
      <DraftList saving={saving} describe={describe} className="mb-4" />
      {saving.notice?.kind === 'failure' && <FailureAlert title={saving.notice.text} />}
      <SavingConflict saving={saving} describe={describe} />
    </>
  )
}

type SavingConflictProps<Value> = {
  saving: Pick<VersionedFormView<Value>, 'conflict' | 'isSaving' | 'closeConflict' | 'saveMerged'>
  describe: Describe
}

/** Shows both versions after a conflict, and saves the merged one. */
export function SavingConflict<Value>({ saving, describe }: SavingConflictProps<Value>) {
  const { conflict, isSaving, closeConflict, saveMerged } = saving
  if (!conflict) return null
  return (
    <ConflictDialog
      // If an even newer version appears, the merge starts again.
      key={conflict.version}
      versions={conflict.versions}
      describe={describe}
      isSaving={isSaving}
      onClose={closeConflict}
      onSave={(merged) => void saveMerged(merged)}
    />
  )
}
