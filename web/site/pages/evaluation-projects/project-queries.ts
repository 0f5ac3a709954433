import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { call } from '../../../shared/call.ts'

/** A project as the server sent it, with the version that a save names. */
export type LoadedProject = CallReply<typeof projectCalls.get>

const ALL = 'evaluation-projects'

/** A member's projects, or those in the bin. */
export const projectsQuery = (bin: 'true' | 'false') =>
  queryOptions({
    queryKey: [ALL, 'list', bin],
    queryFn: ({ signal }) => call(projectCalls.list, { query: { bin }, signal }),
    staleTime: 0,
  })

/** Judges score while the owner looks, so it's read anew whenever it's shown. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'project', id],
    queryFn: ({ signal }) => call(projectCalls.get, { params: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Returns what brings the pages up to date after a change: with the reply's project, or by reading again. */
export function useProjectCache() {
  const client = useQueryClient()
  return {
    replace: (project: LoadedProject) => client.setQueryData(projectQuery(project.data.id).queryKey, project),
    reload: () => client.invalidateQueries({ queryKey: [ALL] }),
    readAnew: (id: string) => client.fetchQuery(projectQuery(id)),
  }
}
