import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { call } from '../../../shared/call.ts'

/** A loaded project with its version, which is sent with a save. */
export type LoadedProject = CallReply<typeof projectCalls.get>

const ALL = 'evaluation-projects'

/** The member's projects, or those in the bin. */
export const projectsQuery = (bin: boolean) =>
  queryOptions({
    queryKey: [ALL, 'list', bin],
    queryFn: ({ signal }) => call(projectCalls.list, { query: { bin }, signal }),
    staleTime: 0,
  })

/** A project. Judges may score at any time, so it is reloaded whenever it's shown. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'project', id],
    queryFn: ({ signal }) => call(projectCalls.get, { params: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** A project's analysis. The key includes everything it depends on, so that it is reloaded after any change. */
export const analysisQuery = ({ id, status, updatedAt, judges, scores, trials }: ProjectView) =>
  queryOptions({
    queryKey: [
      ALL,
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
    reload: () => client.invalidateQueries({ queryKey: [ALL] }),
    refetch: (id: string) => client.fetchQuery(projectQuery(id)),
  }
}
