import { useMemo } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { FormBinding, SaveOptions } from '../../shared/versioned/save-edits.ts'
import { useUndoShortcuts } from '../versioned/undo/undo-shortcuts.ts'
import { useSaveShortcut } from '../versioned/use-save-shortcut.ts'
import { useVersionedEdits, type VersionedEdits } from '../versioned/use-versioned-edits.ts'
import { useEditor } from './editor-context.tsx'
import { createDifferenceDescriber } from './form/describe-difference.ts'
import { useRecheckErrors } from './use-recheck-errors.ts'
import { useUndo } from './use-undo.ts'

/** The document of an editor: its loaded version, edits, drafts and save state, and the actions on them. */
export type VersionedDocument = VersionedEdits<JsonObject>

type VersionedDocumentOptions = Pick<SaveOptions<JsonObject>, 'onSaved'> &
  Pick<FormBinding<JsonObject>, 'showNotice'> & {
    /** Whether the shortcuts for save, undo and redo are active; false while the editor is hidden or in a dialog. */
    hasShortcuts?: boolean
  }

/** Returns the document of the surrounding editor, shows its errors in the form, and registers the shortcuts. */
export function useVersionedDocument({
  onSaved,
  showNotice,
  hasShortcuts = true,
}: VersionedDocumentOptions = {}): VersionedDocument {
  const { resource, store, viewState, form, canEdit } = useEditor()
  const { perform } = useUndo()
  const describeDifference = useMemo(() => createDifferenceDescriber(form), [form])

  function setErrors(errors: readonly FieldError[]): boolean {
    viewState.setErrors(errors)
    // `FieldErrorsAlert` lists them all, also those of fields that are collapsed or missing in the form.
    return true
  }

  const versionedDocument = useVersionedEdits<JsonObject>(resource, {
    resourceKey: resource.key,
    edits: store,
    describeDifference,
    validate: resource.validate,
    setErrors,
    showNotice,
    onSaved,
  })
  useRecheckErrors()
  useSaveShortcut(canEdit && hasShortcuts ? versionedDocument.save : undefined)
  useUndoShortcuts(canEdit && hasShortcuts ? perform : undefined)
  return versionedDocument
}
