import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { Edits } from '../../shared/versioned/edits.ts'
import type { Describe } from '../../shared/versioned/use-conflict-choice.ts'
import {
  createVersionedForm,
  type Notice,
  type VersionedFormOptions,
  type VersionedSource,
} from '../../shared/versioned/versioned-form.ts'
import { useDrafts } from './draft/use-drafts.ts'
import { useFieldChange } from './undo/undo-keys.ts'

/** What every versioned form says of itself. */
export type FormDescription<Value> = Pick<VersionedFormOptions<Value>, 'check' | 'onSaved'> & {
  /** Identifies what is edited, for its drafts and for leaving it. */
  subject: string
  /** The paths of passwords and other secrets, which no draft keeps. */
  secrets?: readonly string[]
  /** Labels the differences between two versions. */
  describe: Describe
}

type EditsOptions<Value> = FormDescription<Value> & {
  edits: Edits<Value>
  /** Shows field errors, or clears them. Returns whether they cover everything; else the message is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

/** A versioned form as its parts see it: what is edited and loaded, what is going on, and what can be done. */
export type VersionedFormView<Value> = ReturnType<typeof useVersionedEdits<Value>>

/**
 * Saves edits that others may save, too: with version checks, comparison and merging of conflicts, invalid fields
 * marked, drafts of what is unsaved, and no input lost. `edits` and `subject` must stay the same; all else may change
 * between renders. Where the fields are Ant Design's, `useVersionedForm` does it.
 */
export function useVersionedEdits<Value>(source: VersionedSource<Value>, options: EditsOptions<Value>) {
  const { edits, subject, secrets, describe } = options
  const latest = useRef({ source, options })
  useEffect(() => {
    latest.current = { source, options }
  })
  const [form] = useState(() =>
    createVersionedForm<Value>({
      binding: {
        edits,
        setErrors: (errors) => latest.current.options.setErrors(errors),
        showNotice: (notice) => latest.current.options.showNotice?.(notice),
      },
      source: {
        read: () => latest.current.source.read(),
        save: (value, revision) => latest.current.source.save(value, revision),
        normalize: (value) => latest.current.source.normalize?.(value) ?? value,
        toFormErrors: (errors, value) => latest.current.source.toFormErrors?.(errors, value) ?? errors,
        savedMessage: source.savedMessage,
        describeFailure: source.describeFailure,
        describeNewerFailure: source.describeNewerFailure,
        describeReloadFailure: source.describeReloadFailure,
      },
      check: (value, loaded) => latest.current.options.check?.(value, loaded) ?? [],
      onSaved: (saved) => latest.current.options.onSaved?.(saved) ?? false,
    }),
  )
  const drafts = useDrafts(edits, { subject, secrets })
  useFieldChange(edits.closeStep)
  const state = useSyncExternalStore(form.subscribe, form.get)
  // Subscribed one by one, so that other edits don't rerender this.
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.get().isDirty)
  const loaded = useSyncExternalStore(edits.subscribe, () => edits.get().loaded)
  const isSaving = state.activity === 'saving'
  return { ...form, ...state, subject, edits, describe, drafts, isDirty, loaded, isSaving }
}
