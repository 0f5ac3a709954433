import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import { runCalls, runReadingCalls } from '#contracts/evaluation-runs/calls.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import type { Run, RunSummary } from '#contracts/evaluation-runs/run.ts'
import { runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { dataOf, invalidate } from '../../../../shared/call-query.ts'
import { queryOf } from '../../../query-of.ts'

/** How often a run that changes is loaded without events. */
export const LIVE_MS = 2_000
/** How often the tokens of a run are loaded, to see when they were last used. */
const TOKENS_MS = 30_000

/** Returns whether a run still changes: it is running, or its last conversations are. */
export const isLive = ({ status, finishedAt }: RunSummary): boolean =>
  status === 'running' || (status === 'limited' && finishedAt === null)

/** Returns the query for a project's runs, newest first, which are loaded again and again while one changes unfollowed. */
export const runsQuery = (id: string, { isFollowing }: { isFollowing: boolean }) => ({
  ...dataOf(queryOf(runCalls.list, { params: { id } })),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { data: readonly RunSummary[] } | undefined } }) =>
    !isFollowing && state.data?.data.some(isLive) ? LIVE_MS : false,
})

/** Returns the query for a run, which is loaded again and again while it changes unfollowed. */
export const runQuery = (id: string, run: string, { isFollowing }: { isFollowing: boolean }) => ({
  ...dataOf(queryOf(runCalls.get, { params: { id, run } })),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { data: Run } | undefined } }) =>
    !isFollowing && state.data && isLive(state.data.data) ? LIVE_MS : false,
})

/** Whose runs are read: those of an own project, or by a reader's link; without its token, those of the example. */
export type RunSource = { projectId: string } | { token: string | undefined }

const toBody = (token: string | undefined) => (token === undefined ? {} : { token })

/** Returns the query for the ended runs that readers see, newest first. */
export const readRunsQuery = (token: string | undefined) =>
  dataOf(queryOf(runReadingCalls.list, { body: toBody(token) }))

/** Returns the query for an ended run as readers see it. */
export const readRunQuery = (token: string | undefined, run: string) =>
  dataOf(queryOf(runReadingCalls.get, { params: { run }, body: toBody(token) }))

type TrialFilter = { candidate: string; task: string; page: number }

/** Returns the query for a page of the trials of one cell of a run. */
export const runTrialsQuery = (source: RunSource, run: string, filter: TrialFilter) => ({
  ...('projectId' in source
    ? queryOf(runCalls.listTrials, { params: { id: source.projectId, run }, query: filter })
    : queryOf(runReadingCalls.listTrials, { params: { run }, body: { ...toBody(source.token), ...filter } })),
  staleTime: 0,
})

/** Returns the query for the reasons of failures; another one for other counts of outcomes. */
export const runFailuresQuery = (source: RunSource, { id: run, outcomes }: Run) => {
  const counts = [outcomes.failed, outcomes.error]
  return dataOf(
    'projectId' in source
      ? queryOf(runCalls.listFailures, { params: { id: source.projectId, run } }, counts)
      : queryOf(runReadingCalls.listFailures, { params: { run }, body: toBody(source.token) }, counts),
  )
}

/** Returns whether a judging still changes: it is running, or its last conversations are. */
export const isJudging = ({ pass }: Judging): boolean =>
  pass !== null && (pass.status === 'running' || (pass.status === 'limited' && pass.finishedAt === null))

/** Returns the query for what a judge model says of a run, which is loaded again and again while it judges unfollowed. */
export const judgingQuery = (id: string, run: string, { isFollowing }: { isFollowing: boolean }) => ({
  ...dataOf(queryOf(judgeModelCalls.getJudging, { params: { id, run } })),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { data: Judging } | undefined } }) =>
    !isFollowing && state.data && isJudging(state.data.data) ? LIVE_MS : false,
})

/** Returns the query for what changed between two runs; another one for other counts of outcomes. */
export const runComparisonQuery = (id: string, { id: run, outcomes }: Run, other: string) => ({
  ...dataOf(queryOf(runCalls.compare, { params: { id, run, other } }, [outcomes])),
  staleTime: 0,
})

/** Returns the query for the runs of the member's other projects that can be compared with a run. */
export const comparableRunsQuery = (id: string, { id: run }: Pick<Run, 'id'>) => ({
  ...dataOf(queryOf(runCalls.listComparable, { params: { id, run } })),
  staleTime: 0,
})

/** Loads the runs of a project anew, with what people and a judge model say of them. */
export const reloadRuns = (client: QueryClient): Promise<void> =>
  invalidate(
    client,
    runCalls.list,
    runCalls.get,
    runCalls.listTrials,
    runCalls.listFailures,
    gradingCalls.get,
    judgeModelCalls.get,
    judgeModelCalls.getJudging,
  )

/** Loads anew what judge models say of runs. */
export const reloadJudgings = (client: QueryClient): Promise<void> => invalidate(client, judgeModelCalls.getJudging)

/** Returns a function that loads the runs of a project anew. */
export function useReloadRuns(): () => Promise<void> {
  const client = useQueryClient()
  return () => reloadRuns(client)
}

/** Returns the query for the tokens of a run, which say when they were last used. */
export const runnerTokensQuery = (id: string, run: string) => ({
  ...dataOf(queryOf(runnerTokenCalls.list, { params: { id, run } })),
  staleTime: 0,
  refetchInterval: TOKENS_MS,
})

/** Returns a function that loads the tokens of runs anew. */
export function useReloadRunnerTokens(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidate(client, runnerTokenCalls.list)
}
