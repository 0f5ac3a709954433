import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { call } from '../../../shared/call.ts'

/** A loaded project with its version, which is sent when the project is saved. */
export type LoadedProject = CallReply<typeof projectCalls.get>

const PROJECTS_KEY = 'evaluation-projects'

/** Returns the query for the member's projects, or for those in the recycle bin. */
export const projectsQuery = ({ isRecycled }: { isRecycled: boolean }) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, 'list', isRecycled],
    queryFn: ({ signal }) => call(projectCalls.list, { query: { bin: isRecycled }, signal }),
    staleTime: 0,
  })

/** Returns the query for a project, which is reloaded whenever it is shown, as judges may score at any time. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, 'project', id],
    queryFn: ({ signal }) => call(projectCalls.get, { params: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Returns the query for a project's analysis. The key changes with the data that the analysis depends on. */
export const analysisQuery = ({ id, status, updatedAt, judges, scores, trials }: ProjectView) =>
  queryOptions({
    queryKey: [
      PROJECTS_KEY,
      'analysis',
      id,
      status,
      updatedAt,
      judges.map((judge) => judge.status),
      scores.map((score) => score.updatedAt),
      trials.map((trial) => trial.id),
    ],
    queryFn: ({ signal }) => call(projectCalls.analyze, { params: { id }, signal }),
  })

/** Returns functions to update the cached project after a change: with the response, or by reloading. */
export function useProjectCache() {
  const client = useQueryClient()
  return {
    replace: (project: LoadedProject) => client.setQueryData(projectQuery(project.data.id).queryKey, project),
    reload: () => client.invalidateQueries({ queryKey: [PROJECTS_KEY] }),
    refetch: (id: string) => client.fetchQuery(projectQuery(id)),
    /** Loads a project anew; if that fails, it remains as it is. */
    refresh: (id: string) => void client.refetchQueries({ queryKey: projectQuery(id).queryKey }),
  }
}
