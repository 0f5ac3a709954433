import { useState } from 'react'
import type { Task } from '#contracts/evaluation-projects/trial.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useUnsavedEdits } from '../../../components/use-unsaved-edits.ts'
import type { LoadedProject } from '../project-queries.ts'
import { mergeTask, TaskConflictError } from './merge-task.ts'
import { useSaveTasks } from './use-save-tasks.ts'

/**
 * Returns the edited task and functions to change and save it. Changes in another window are merged; if both changed
 * the same field, the other window's version is shown, and a second save overwrites it.
 */
export function useTaskForm(project: LoadedProject, initial: Task, onSaved: () => void) {
  /** The version that the draft is based on. */
  const [base, setBase] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const [isTitleMissing, setIsTitleMissing] = useState(false)
  /** The other window's version, in case of a conflict. */
  const [theirs, setTheirs] = useState<Task | null>(null)
  const { mutate, error, isPending } = useSaveTasks(project)
  useUnsavedEdits(draft !== base)

  /** Shows an error if the title is blank; returns whether it is valid. */
  function validateTitle(): boolean {
    const hasTitle = draft.title.trim() !== ''
    setIsTitleMissing(!hasTitle)
    return hasTitle
  }

  function save() {
    mutate((latest) => mergeTask(latest, { base, mine: draft }), {
      onSuccess: onSaved,
      onError(cause) {
        if (!(cause instanceof TaskConflictError)) return
        setTheirs(cause.theirs)
        // The next save overwrites the version that is now shown.
        setBase(cause.theirs)
      },
    })
  }

  return {
    draft,
    change: (changes: Partial<Task>) => setDraft((current) => ({ ...current, ...changes })),
    isTitleMissing,
    validateTitle,
    theirs,
    /** The message of a failed save, unless it failed because of a conflict. */
    failure: error && !(error instanceof TaskConflictError) ? toErrorMessage(error) : undefined,
    isSaving: isPending,
    save,
  }
}
