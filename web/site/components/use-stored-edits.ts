import { useEffect, useState, useSyncExternalStore } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { FieldError } from '#contracts/errors.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import {
  createFieldEdits,
  createInMemoryFields,
  type Edits,
  type RestoredEdits,
  type Versioned,
} from '../../shared/versioned/edits.ts'
import { createSaveController } from '../../shared/versioned/save-controller.ts'
import type { Notice } from '../../shared/versioned/save-state.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-resource.ts'
import { getSession } from '../session/session.ts'
import { createStoredValue } from '../stored-value.ts'

const LIFETIME_MS = 30 * DAY_MS

type StoredEditsOptions<Value> = {
  /** The key under which the tab stores the account's unsaved edits. */
  storageKey: string
  /** Checks a stored value, which may be anything, such as the format of an earlier version. */
  isValue: (stored: unknown) => stored is Value
  /** The newest version that the page knows. Another window may have saved it. */
  newest: Versioned<Value>
  resource: VersionedResource<Value>
  /** Shows what came of a save. */
  showNotice: (notice: Notice | null) => void
}

/**
 * Returns edits of a versioned value, and functions to change and save it. Unsaved edits survive a reload of the tab. If
 * another version was saved meanwhile, both are merged field by field.
 */
export function useStoredEdits<Value extends object>(options: StoredEditsOptions<Value>) {
  const { newest } = options
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [{ edits, fields, storage, controller }] = useState(() => createStoredEditing(options, setErrors))
  const { activity, notice, unmerged, conflict } = useSyncExternalStore(
    controller.subscribe,
    controller.get,
    controller.get,
  )
  const { isDirty } = useSyncExternalStore(edits.subscribe, edits.get, edits.get)
  useEffect(() => controller.mergeLatest(newest), [controller, newest])
  useEffect(() => edits.subscribe(() => storage.write(edits)), [edits, storage])
  return {
    value: fields.read(),
    edits,
    controller,
    isDirty,
    isSaving: activity === 'saving',
    errors,
    setErrors,
    /** The error of the last save, unless the errors belong to fields. */
    failure: notice?.kind === 'failure' ? notice.text : undefined,
    isStale: unmerged !== null,
    conflict,
    change(changes: Partial<Value>): void {
      setErrors([])
      fields.write({ ...fields.read(), ...changes })
      edits.recordChange()
    },
    /** Opens the dialog that compares both versions. */
    compare: () => void controller.compare(),
    saveMerged: (merged: Value) => void controller.saveMerged(merged),
    closeConflict: controller.closeConflict,
  }
}

/** Creates the edits, with those of an earlier visit to the page, their storage, and the controller that saves them. */
function createStoredEditing<Value>(
  { storageKey, isValue, newest, resource, showNotice }: StoredEditsOptions<Value>,
  setErrors: (errors: readonly FieldError[]) => void,
) {
  const fields = createInMemoryFields(newest.value)
  const edits = createFieldEdits(newest, fields)
  // Of a colleague who signs in on the same machine, nobody's edits but their own are saved.
  const storage = createEditsStorage(`${storageKey}.${getSession().user?._id}`, isValue)
  const stored = storage.read()
  if (stored) edits.restore(stored)
  const controller = createSaveController<Value>({
    binding: {
      edits,
      setErrors(fieldErrors) {
        setErrors(fieldErrors)
        return fieldErrors.length > 0
      },
      showNotice,
    },
    resource,
  })
  return { edits, fields, storage, controller }
}

function createEditsStorage<Value>(key: string, isValue: (stored: unknown) => stored is Value) {
  const storage = createStoredValue<unknown>(key, LIFETIME_MS, () => sessionStorage)
  const isStoredEdits = (stored: unknown): stored is RestoredEdits<Value> =>
    isObject(stored) && isValue(stored.value) && isObject(stored.loaded) && isValue(stored.loaded.value)
  return {
    read(): RestoredEdits<Value> | undefined {
      const stored = storage.read()
      return isStoredEdits(stored) ? stored : undefined
    },
    write({ get, getDraftContent }: Pick<Edits<Value>, 'get' | 'getDraftContent'>): void {
      const { isDirty, loaded } = get()
      if (isDirty) storage.write({ ...getDraftContent(), loaded })
      else storage.clear()
    },
  }
}
