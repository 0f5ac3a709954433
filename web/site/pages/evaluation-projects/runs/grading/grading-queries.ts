import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { Grading } from '#contracts/evaluation-grading/grading.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { queryOf } from '../../../../query-of.ts'
import { isLive, LIVE_MS, reloadRuns } from '../run-queries.ts'

/** How often the progress of the readers is loaded. */
const READING_MS = 10_000

/**
 * Returns the query for how people read a run; another one once it has ended. Until then, what there is to read grows: it is
 * loaded with the run, again and again while that changes unfollowed.
 */
export const gradingQuery = (id: string, run: Run, { isFollowing }: { isFollowing: boolean }) => ({
  ...queryOf(gradingCalls.get, { params: { id, run: run.id } }, [run.finishedAt]),
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { data: Grading } | undefined } }) =>
    !isFollowing && isLive(run) ? LIVE_MS : state.data?.data.status === 'open' ? READING_MS : false,
})

/** Returns a function that loads the reading of runs anew, and the runs, whose figures it changes. */
export function useReloadGrading(): () => Promise<void> {
  const client = useQueryClient()
  return () => reloadRuns(client)
}
