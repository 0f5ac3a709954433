import { useMemo } from 'react'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { FormBinding, VersionedFormOptions } from '../../shared/versioned/versioned-form.ts'
import { useUndoKeys } from '../versioned/undo/undo-keys.ts'
import { useSaveKey } from '../versioned/use-save-key.ts'
import { useVersionedEdits } from '../versioned/use-versioned-edits.ts'
import { useEditor } from './editor-context.tsx'
import { createDescriber } from './form/describe-difference.ts'
import { useRecheckErrors } from './use-recheck-errors.ts'
import { useUndo } from './use-undo.ts'

export type Saving = ReturnType<typeof useSaving>

type SavingOptions = Pick<VersionedFormOptions<JsonObject>, 'onSaved'> &
  Pick<FormBinding<JsonObject>, 'showNotice'> & {
    /** Whether the shortcuts for save, undo and redo are active; false while another part covers the editor. */
    hasShortcuts?: boolean
  }

/** Returns the saving state and actions of the surrounding editor, and registers its shortcuts. */
export function useSaving({ onSaved, showNotice, hasShortcuts = true }: SavingOptions = {}) {
  const { subject, store, open, form, canEdit } = useEditor()
  const { perform } = useUndo()
  const saving = useVersionedEdits<JsonObject>(subject.resource, {
    resourceKey: subject.key,
    edits: store,
    describeDifference: useMemo(() => createDescriber(form), [form]),
    check: subject.validate,
    setErrors(errors) {
      open.setErrors(errors)
      return false
    },
    showNotice,
    onSaved,
  })
  useRecheckErrors()
  useSaveKey(canEdit && hasShortcuts ? saving.save : undefined)
  useUndoKeys(canEdit && hasShortcuts ? perform : undefined)
  return saving
}
