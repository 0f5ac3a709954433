import { useMemo } from 'react'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { FormBinding, SaveControllerOptions } from '../../shared/versioned/save-controller.ts'
import { useUndoShortcuts } from '../versioned/undo/undo-shortcuts.ts'
import { useSaveShortcut } from '../versioned/use-save-shortcut.ts'
import { useVersionedEdits } from '../versioned/use-versioned-edits.ts'
import { useEditor } from './editor-context.tsx'
import { createDifferenceDescriber } from './form/describe-difference.ts'
import { useRecheckErrors } from './use-recheck-errors.ts'
import { useUndo } from './use-undo.ts'

export type Saving = ReturnType<typeof useSaving>

type SavingOptions = Pick<SaveControllerOptions<JsonObject>, 'onSaved'> &
  Pick<FormBinding<JsonObject>, 'showNotice'> & {
    /** Whether the shortcuts for save, undo and redo are active; false while the editor is hidden or in a dialog. */
    hasShortcuts?: boolean
  }

/** Returns the saving state and actions of the surrounding editor, and registers its shortcuts. */
export function useSaving({ onSaved, showNotice, hasShortcuts = true }: SavingOptions = {}) {
  const { subject, store, view, form, canEdit } = useEditor()
  const { perform } = useUndo()
  const describeDifference = useMemo(() => createDifferenceDescriber(form), [form])
  const saving = useVersionedEdits<JsonObject>(subject.resource, {
    resourceKey: subject.key,
    edits: store,
    describeDifference,
    validate: subject.validate,
    setErrors(errors) {
      view.setErrors(errors)
      return false
    },
    showNotice,
    onSaved,
  })
  useRecheckErrors()
  useSaveShortcut(canEdit && hasShortcuts ? saving.save : undefined)
  useUndoShortcuts(canEdit && hasShortcuts ? perform : undefined)
  return saving
}
