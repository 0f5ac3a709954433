import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { Edits } from '../../shared/versioned/edits.ts'
import type { DescribeDifference } from '../../shared/versioned/use-conflict-resolution.ts'
import {
  createVersionedForm,
  type Notice,
  type VersionedFormOptions,
  type VersionedResource,
} from '../../shared/versioned/versioned-form.ts'
import { useDrafts } from './draft/use-drafts.ts'
import { useFieldChange } from './undo/undo-keys.ts'

/** The options that every versioned form needs. */
export type BaseFormOptions<Value> = Pick<VersionedFormOptions<Value>, 'check' | 'onSaved'> & {
  /** Identifies the edited object, such as `lead:…`: its drafts are stored under this key. */
  resourceKey: string
  /** The paths of passwords and other secrets, which are left out of drafts. */
  secrets?: readonly string[]
  /** Labels the differences between two versions. */
  describeDifference: DescribeDifference
}

type EditsOptions<Value> = BaseFormOptions<Value> & {
  edits: Edits<Value>
  /** Shows or clears field errors. Returns whether every error has a field; otherwise the message is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

/** A versioned form as its components see it: edits, loaded version, state and actions. */
export type VersionedFormView<Value> = ReturnType<typeof useVersionedEdits<Value>>

/**
 * Edits an object that others may edit at the same time: with optimistic locking, comparison and merging of conflicts,
 * field errors, and drafts of unsaved input. `edits` and `resourceKey` must stay the same between renders; everything else
 * may change. For Ant Design forms use `useVersionedForm`.
 */
export function useVersionedEdits<Value>(resource: VersionedResource<Value>, options: EditsOptions<Value>) {
  const { edits, resourceKey, secrets, describeDifference } = options
  const latest = useRef({ resource, options })
  useEffect(() => {
    latest.current = { resource, options }
  })
  const [form] = useState(() =>
    createVersionedForm<Value>({
      binding: {
        edits,
        setErrors: (errors) => latest.current.options.setErrors(errors),
        showNotice: (notice) => latest.current.options.showNotice?.(notice),
      },
      resource: {
        read: () => latest.current.resource.read(),
        save: (value, revision) => latest.current.resource.save(value, revision),
        normalize: (value) => latest.current.resource.normalize?.(value) ?? value,
        toFormErrors: (errors, value) => latest.current.resource.toFormErrors?.(errors, value) ?? errors,
        savedMessage: resource.savedMessage,
        getErrorMessage: resource.getErrorMessage,
        describeNewerFailure: resource.describeNewerFailure,
        describeReloadFailure: resource.describeReloadFailure,
      },
      check: (value, loaded) => latest.current.options.check?.(value, loaded) ?? [],
      onSaved: (saved) => latest.current.options.onSaved?.(saved) ?? false,
    }),
  )
  const drafts = useDrafts(edits, { resourceKey, secrets })
  useFieldChange(edits.closeStep)
  const state = useSyncExternalStore(form.subscribe, form.get)
  // Subscribed separately, so that other edits don't cause a rerender.
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.get().isDirty)
  const loaded = useSyncExternalStore(edits.subscribe, () => edits.get().loaded)
  const isSaving = state.activity === 'saving'
  return { ...form, ...state, resourceKey, edits, describeDifference, drafts, isDirty, loaded, isSaving }
}
