import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#contracts/durations.ts'
import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import { dataOf } from '../../shared/call-query.ts'
import { queryOf } from './query-of.ts'

/** Returns the query for the work that the signed-in user may do. The menu and the dashboard share it. */
export const usePendingWork = () =>
  useQuery({
    ...dataOf(queryOf(pendingWorkCalls.list)),
    // The dashboard appears after the menu, and needn't load again what has just been loaded for that.
    staleTime: 5_000,
    refetchInterval: MINUTE_MS,
  })
