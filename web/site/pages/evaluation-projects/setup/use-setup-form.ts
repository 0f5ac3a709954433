import { useEffect, useState, useSyncExternalStore } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { FieldError } from '#contracts/errors.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import type { Edits, RestoredEdits } from '../../../../shared/versioned/edits.ts'
import { createFieldEdits, createInMemoryFields, type Versioned } from '../../../../shared/versioned/edits.ts'
import { createSaveController } from '../../../../shared/versioned/save-controller.ts'
import { useToast } from '../../../components/toast.tsx'
import { createStoredValue } from '../../../stored-value.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'
import { type SetupForm, toProjectUpdate, toSetupForm } from './setup-form.ts'

const LIFETIME_MS = 30 * DAY_MS

/**
 * Creates accessors of a project's unsaved setup, which is stored for the tab, so that it survives leaving the page.
 */
function createSetupDraft(projectId: string) {
  const storage = createStoredValue<unknown>(`zhijian.setup.${projectId}`, LIFETIME_MS, () => sessionStorage)
  return {
    read(): RestoredEdits<SetupForm> | undefined {
      const stored = storage.read()
      return isDraft(stored) ? stored : undefined
    },
    write({ get, getDraftContent }: Pick<Edits<SetupForm>, 'get' | 'getDraftContent'>): void {
      const { isDirty, loaded } = get()
      if (isDirty) storage.write({ ...getDraftContent(), loaded })
      else storage.clear()
    },
  }
}

/** Validates stored data, which may be anything, such as the format of an earlier version. */
const isDraft = (stored: unknown): stored is RestoredEdits<SetupForm> =>
  isObject(stored) && isSetupForm(stored.value) && isObject(stored.loaded) && isSetupForm(stored.loaded.value)

const isSetupForm = (value: unknown): value is SetupForm =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.description === 'string' &&
  [value.candidates, value.groups, value.grades].every(Array.isArray) &&
  isObject(value.weightings) &&
  isObject(value.thresholds)

export type SetupEditor = ReturnType<typeof useSetupForm>

const toVersionedForm = ({ data, version }: LoadedProject): Versioned<SetupForm> => ({
  value: toSetupForm(data),
  version,
})

/**
 * Returns the edited setup and functions to change and save it. If another version was saved meanwhile, both are merged
 * field by field. Unsaved changes survive a reload of the tab.
 */
export function useSetupForm(project: LoadedProject) {
  const { id } = project.data
  const cache = useProjectCache()
  const showToast = useToast()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [fieldsKey, setFieldsKey] = useState(0)
  const [{ edits, fields, controller }] = useState(() => createSetupEditing({ project, cache, showToast, setErrors }))
  const { activity, notice, newer, conflict } = useSyncExternalStore(
    controller.subscribe,
    controller.get,
    controller.get,
  )
  const { isDirty } = useSyncExternalStore(edits.subscribe, edits.get, edits.get)

  // Another window, a change of status or of the tasks may have saved a newer version.
  useEffect(() => controller.mergeLatest(toVersionedForm(project)), [controller, project])
  useEffect(() => edits.subscribe(() => createSetupDraft(id).write(edits)), [edits, id])

  const change = (changes: Partial<SetupForm>) => {
    setErrors([])
    fields.write({ ...fields.read(), ...changes })
    edits.recordChange()
  }
  const value = toProjectUpdate(fields.read())
  return {
    value,
    isDirty,
    isSaving: activity === 'saving',
    errors,
    /** The error of the last save, unless the errors belong to fields. */
    failure: notice?.kind === 'failure' ? notice.text : undefined,
    isStale: newer !== null,
    conflict,
    change,
    changeSetup: (changes: Partial<ProjectSetup>) =>
      change(toSetupForm({ ...value, setup: { ...value.setup, ...changes } })),
    save: () => void controller.save(),
    /** Opens the dialog that compares both versions. */
    compare: () => void controller.compare(),
    saveMerged: (merged: SetupForm) => void controller.saveMerged(merged),
    closeConflict: controller.closeConflict,
    /** Discards all edits, including invalid input. */
    discard() {
      controller.discard()
      setFieldsKey((current) => current + 1)
    },
    /** The React key of the fields: a discard changes it, so that they are mounted again. */
    fieldsKey,
  }
}

type SetupEditingOptions = {
  project: LoadedProject
  cache: ReturnType<typeof useProjectCache>
  showToast: ReturnType<typeof useToast>
  setErrors: (errors: readonly FieldError[]) => void
}

const SAVED_MESSAGE = '设定已保存'

/** Creates the edits of a setup, with the draft of an earlier visit to the page, and the controller that saves them. */
function createSetupEditing({ project, cache, showToast, setErrors }: SetupEditingOptions) {
  const { id } = project.data
  const initialForm = toVersionedForm(project)
  const fields = createInMemoryFields(initialForm.value)
  const edits = createFieldEdits(initialForm, fields)
  const draft = createSetupDraft(id).read()
  if (draft) edits.restore(draft)

  async function save(value: SetupForm, version: number) {
    const saved = await call(projectCalls.update, { params: { id }, body: toProjectUpdate(value), version })
    cache.replace(saved)
    return { ...toVersionedForm(saved), message: SAVED_MESSAGE }
  }

  const controller = createSaveController<SetupForm>({
    binding: {
      edits,
      setErrors(fieldErrors) {
        setErrors(fieldErrors)
        return fieldErrors.length > 0
      },
      showNotice: (notice) => notice?.kind === 'success' && showToast(notice.text, 'success'),
    },
    resource: {
      read: async () => toVersionedForm(await cache.refetch(id)),
      save: (value, { version }) => save(value, version),
      readAuthorship: async () => (await call(projectCalls.getAuthorship, { params: { id } })).data ?? undefined,
      normalize: (value) => toSetupForm(toProjectUpdate({ ...value, name: value.name.trim() })),
      savedMessage: SAVED_MESSAGE,
      getErrorMessage: (error) => toErrorMessage(error),
    },
  })
  return { edits, fields, controller }
}
