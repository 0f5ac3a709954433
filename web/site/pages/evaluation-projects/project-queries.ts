import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contracts/call.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
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

/** The figures of a project: read again after whatever they rest on has changed, by whomever. */
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

/** Returns what brings the pages up to date after a change: with the reply's project, or by reading again. */
export function useProjectCache() {
  const client = useQueryClient()
  return {
    replace: (project: LoadedProject) => client.setQueryData(projectQuery(project.data.id).queryKey, project),
    reload: () => client.invalidateQueries({ queryKey: [ALL] }),
    readAnew: (id: string) => client.fetchQuery(projectQuery(id)),
  }
}
