import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { type LoadedProject, useProjectCache } from './project-queries.ts'

/** Several attempts, as another window may save between a read and the following write. */
const MAX_ATTEMPTS = 3

/**
 * Returns a mutation that applies a change to a project and saves it with `send`; on a version conflict, it applies the
 * change again to the latest project.
 */
export function useSaveOnLatest<Change>(
  project: LoadedProject,
  send: (change: Change, latest: ProjectView, version: LoadedProject['version']) => Promise<LoadedProject>,
) {
  const cache = useProjectCache()

  async function save(change: Change): Promise<LoadedProject> {
    let { data, version } = project
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(change, data, version)
      } catch (error) {
        if (!isCallError(error) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error
        ;({ data, version } = await cache.refetch(project.data.id))
      }
    }
  }

  return useMutation({ mutationFn: save, onSuccess: (saved) => cache.replace(saved) })
}
