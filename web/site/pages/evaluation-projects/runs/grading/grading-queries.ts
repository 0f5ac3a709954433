import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { Grading } from '#contracts/evaluation-grading/grading.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { invalidate } from '../../../../../shared/call-query.ts'
import { queryOf } from '../../../../query-of.ts'
import { useReloadRuns } from '../run-queries.ts'

/** How often the progress of the readers is loaded. */
const READING_MS = 10_000

/**
 * Returns the query for how people read a run; another one for other counts of outcomes, which say how much there is to read,
 * and once the run has ended.
 */
export const gradingQuery = (id: string, { id: run, finishedAt, outcomes }: Run) => ({
  ...queryOf(gradingCalls.get, { params: { id, run } }, [finishedAt, outcomes]),
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { data: Grading } | undefined } }) =>
    state.data?.data.status === 'open' ? READING_MS : false,
})

/** Returns a function that loads the reading of runs anew, and the runs, whose figures it changes. */
export function useReloadGrading(): () => Promise<unknown> {
  const client = useQueryClient()
  const reloadRuns = useReloadRuns()
  return () => Promise.all([invalidate(client, gradingCalls.get), reloadRuns()])
}
