import { useMutation } from '@tanstack/react-query'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Task } from '#contracts/evaluation-projects/trial.ts'
import { call } from '../../../../shared/call.ts'
import { isCallFailure } from '../../../../shared/call-failure.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'

/** Makes of the tasks as they are what they shall be. Throws what refuses to change them so. */
export type TaskChange = (tasks: readonly Task[]) => Task[]

/** Another window may save again between our reading and our saving. */
const ATTEMPTS_MAX = 3

/** Returns what saves a change of the tasks; if another window has saved since, the change is made to what it saved. */
export function useSaveTasks(project: LoadedProject) {
  const cache = useProjectCache()

  async function save(change: TaskChange): Promise<LoadedProject> {
    const { id } = project.data
    let { data, version } = project
    for (let attempt = 1; ; attempt += 1) {
      const tasks = change(data.tasks)
      try {
        return await call(projectCalls.saveTasks, { params: { id }, body: { tasks }, version })
      } catch (error) {
        if (!isCallFailure(error) || error.status !== 412 || attempt === ATTEMPTS_MAX) throw error
        ;({ data, version } = await cache.readAnew(id))
      }
    }
  }

  return useMutation({ mutationFn: save, onSuccess: (saved) => cache.replace(saved) })
}
