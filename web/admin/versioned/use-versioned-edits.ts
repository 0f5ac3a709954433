import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { Edits } from '../../shared/versioned/edits.ts'
import { createSaveController } from '../../shared/versioned/save-controller.ts'
import type { SaveOptions } from '../../shared/versioned/save-edits.ts'
import type { Notice } from '../../shared/versioned/save-state.ts'
import type { DescribeDifference } from '../../shared/versioned/use-conflict-resolution.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-resource.ts'
import { useDrafts } from './draft/use-drafts.ts'
import { useFieldFocus } from './undo/undo-shortcuts.ts'

/** The options that every versioned form needs. */
export type BaseFormOptions<Value> = Pick<SaveOptions<Value>, 'validate' | 'onSaved'> & {
  /** Identifies the edited object, such as `lead:…`. Its drafts are stored under this key. */
  resourceKey: string
  /** The paths of passwords and other secrets, which are left out of drafts and comparisons. */
  secrets?: readonly string[]
  /** Labels the differences between two versions. */
  describeDifference: DescribeDifference
}

type EditsOptions<Value> = BaseFormOptions<Value> & {
  edits: Edits<Value>
  /** Replaces the shown errors. Returns whether every error is shown; if not, a message is shown, too. */
  setErrors(errors: readonly FieldError[]): boolean
  showNotice?: ((notice: Notice | null) => void) | undefined
}

/** An object being edited: its loaded version, edits, drafts and save state, and the actions on them. */
export type VersionedEdits<Value> = ReturnType<typeof useVersionedEdits<Value>>

/**
 * Edits an object that others may edit at the same time, with optimistic locking, merging of conflicting versions, field
 * errors, and drafts of unsaved edits. `edits` and `resourceKey` must not change between renders. For Ant Design forms
 * use `useVersionedForm`.
 */
export function useVersionedEdits<Value>(resource: VersionedResource<Value>, options: EditsOptions<Value>) {
  const { edits, resourceKey, secrets, describeDifference } = options
  const latest = useLatest({ resource, options })
  const [controller] = useState(() =>
    createSaveController<Value>({
      binding: {
        edits,
        setErrors: (errors) => latest.current.options.setErrors(errors),
        showNotice: (notice) => latest.current.options.showNotice?.(notice),
      },
      resource: createLatestResource(resource, () => latest.current.resource),
      validate: (value, loaded) => latest.current.options.validate?.(value, loaded) ?? [],
      onSaved: (saved) => latest.current.options.onSaved?.(saved) ?? false,
    }),
  )
  const drafts = useDrafts(edits, { resourceKey, secrets })
  useFieldFocus(edits.endStep)
  const state = useSyncExternalStore(controller.subscribe, controller.get)
  // Subscribed separately, so that other edits don't cause a rerender.
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.get().isDirty)
  const loaded = useSyncExternalStore(edits.subscribe, () => edits.get().loaded)
  const isSaving = state.activity === 'saving'
  return { ...controller, ...state, resourceKey, edits, describeDifference, drafts, isDirty, loaded, isSaving }
}

/** Returns a resource that reads and saves by that of the last render. The messages stay those of the first. */
const createLatestResource = <Value>(
  resource: VersionedResource<Value>,
  getLatest: () => VersionedResource<Value>,
): VersionedResource<Value> => ({
  ...resource,
  read: () => getLatest().read(),
  save: (value, base) => getLatest().save(value, base),
  normalize: (value) => getLatest().normalize?.(value) ?? value,
  toFormErrors: (errors, value) => getLatest().toFormErrors?.(errors, value) ?? errors,
})

/** Returns a ref with the value of the last render, for callbacks that outlive a render. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
