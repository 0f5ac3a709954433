import { useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** A loaded project with its version, which is sent when the project is saved. */
export type LoadedProject = CallReply<typeof projectCalls.get>

/** Returns the query for the member's projects, or for those in the recycle bin. */
export const projectsQuery = ({ isRecycled }: { isRecycled: boolean }) => ({
  ...queryOf(projectCalls.list, { query: { bin: isRecycled } }),
  staleTime: 0,
})

/** Returns the query for a project, which is reloaded whenever it is shown, as judges may score at any time. */
export const projectQuery = (id: string) => ({
  ...queryOf(projectCalls.get, { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** Returns the query for a project's analysis; another one if the data has changed that the analysis depends on. */
export const analysisQuery = ({ id, status, updatedAt, judges, scores, trials }: ProjectView) =>
  queryOf(projectCalls.analyze, { params: { id } }, [
    status,
    updatedAt,
    judges.map((judge) => judge.status),
    scores.map((score) => score.updatedAt),
    trials.map((trial) => trial.id),
  ])

/** Returns functions to update the cached project after a change: with the response, or by reloading. */
export function useProjectCache() {
  const client = useQueryClient()
  return {
    replace: (project: LoadedProject) => client.setQueryData(projectQuery(project.data.id).queryKey, project),
    reload: () => invalidate(client, projectCalls.list, projectCalls.get, projectCalls.analyze),
    refetch: (id: string) => client.fetchQuery(projectQuery(id)),
    /** Loads a project anew; if that fails, it remains as it is. */
    refresh: (id: string) => void client.refetchQueries(queryOf(projectCalls.get, { params: { id } })),
  }
}
