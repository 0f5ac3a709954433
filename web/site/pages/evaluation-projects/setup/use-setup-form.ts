import { useMemo, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import type { Versioned } from '../../../../shared/versioned/edits.ts'
import { useToast } from '../../../components/toast.tsx'
import { useStoredEdits } from '../../../components/use-stored-edits.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'
import { type SetupForm, toProjectUpdate, toSetupForm } from './setup-form.ts'

const SAVED_MESSAGE = '设定已保存'

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

/** Returns the edited setup of a project, and functions to change and save it. */
export function useSetupForm(project: LoadedProject) {
  const { id } = project.data
  const cache = useProjectCache()
  const showToast = useToast()
  const [fieldsKey, setFieldsKey] = useState(0)
  // A change of status or of the tasks saves a newer version, too.
  const newest = useMemo(() => toVersionedForm(project), [project])
  const {
    edits: _edits,
    controller,
    ...form
  } = useStoredEdits<SetupForm>({
    storageKey: `zhijian.setup.${id}`,
    isValue: isSetupForm,
    newest,
    resource: {
      read: async () => toVersionedForm(await cache.refetch(id)),
      async save(value, { version }) {
        const saved = await call(projectCalls.update, { params: { id }, body: toProjectUpdate(value), version })
        cache.replace(saved)
        return { ...toVersionedForm(saved), message: SAVED_MESSAGE }
      },
      readAuthorship: async () => (await call(projectCalls.getAuthorship, { params: { id } })).data ?? undefined,
      normalize: (value) => toSetupForm(toProjectUpdate({ ...value, name: value.name.trim() })),
      savedMessage: SAVED_MESSAGE,
      getErrorMessage: (error) => toErrorMessage(error),
    },
    showNotice: (notice) => notice?.kind === 'success' && showToast(notice.text, 'success'),
  })
  const value = toProjectUpdate(form.value)
  return {
    ...form,
    value,
    changeSetup: (changes: Partial<ProjectSetup>) =>
      form.change(toSetupForm({ ...value, setup: { ...value.setup, ...changes } })),
    save: () => void controller.save(),
    /** Discards all edits, including invalid input. */
    discard() {
      controller.discard()
      setFieldsKey((current) => current + 1)
    },
    /** The React key of the fields: a discard changes it, so that they are mounted again. */
    fieldsKey,
  }
}
