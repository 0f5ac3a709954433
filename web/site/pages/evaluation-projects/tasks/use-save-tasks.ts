import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'

/** Returns the changed tasks. An error cancels the save. */
type TaskChange = (tasks: readonly Task[]) => Task[]

/** Several attempts, as another window may save between a read and the following write. */
const MAX_ATTEMPTS = 3

/** Returns a mutation that changes the tasks; on a version conflict, it reapplies the change to the latest tasks. */
export function useSaveTasks(project: LoadedProject) {
  const cache = useProjectCache()

  async function saveTasks(change: TaskChange): Promise<LoadedProject> {
    const { id } = project.data
    let { data, version } = project
    for (let attempt = 1; ; attempt += 1) {
      const tasks = change(data.tasks)
      try {
        return await call(projectCalls.saveTasks, { params: { id }, body: { tasks }, version })
      } catch (error) {
        if (!isCallError(error) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error
        ;({ data, version } = await cache.refetch(id))
      }
    }
  }

  return useMutation({ mutationFn: saveTasks, onSuccess: (saved) => cache.replace(saved) })
}
