import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectSetup, ProjectUpdate } from '#contracts/evaluation-projects/project.ts'
import { call } from '../../../shared/call.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import { type LoadedProject, useProjectCache } from './project-queries.ts'

export type SetupDraft = ReturnType<typeof useSetupDraft>

/**
 * Returns the setup as it is edited: what was typed stays through a failed save and through changes made elsewhere. A save
 * names the version that the edit began with; `isStale` if the project has another one by now.
 */
export function useSetupDraft(project: LoadedProject) {
  const { data, version } = project
  const cache = useProjectCache()
  const [edit, setEdit] = useState<{ value: ProjectUpdate; version: number } | null>(null)
  const value = edit?.value ?? { name: data.name, description: data.description, setup: data.setup }
  const save = useMutation({
    mutationFn: (baseVersion: number) =>
      call(projectCalls.update, { params: { id: data.id }, body: value, version: baseVersion }),
    onSuccess: (saved) => {
      cache.replace(saved)
      setEdit(null)
    },
    onError: (error) => {
      if (isReadFailure(error) && error.status === 412) void cache.readAnew(data.id)
    },
  })
  const isChanged = edit !== null

  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])

  const change = (changes: Partial<ProjectUpdate>) =>
    setEdit({ value: { ...value, ...changes }, version: edit?.version ?? version })
  return {
    value,
    version,
    /** Takes a project that another call has changed. */
    replace: cache.replace,
    isChanged,
    isSaving: save.isPending,
    error: save.error,
    isStale: isReadFailure(save.error) && save.error.status === 412,
    change,
    changeSetup: (changes: Partial<ProjectSetup>) => change({ setup: { ...value.setup, ...changes } }),
    save: () => save.mutate(edit?.version ?? version),
    /** Saves over what was saved elsewhere. */
    overwrite: () => save.mutate(version),
    /** Gives up what was typed. */
    discard: () => {
      save.reset()
      setEdit(null)
    },
  }
}
