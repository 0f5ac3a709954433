import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#contracts/durations.ts'
import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import { queryOf } from './query-of.ts'

/**
 * One query for the menu, the dashboard and the bell. The dashboard appears after the menu, and needn't load again what has
 * just been loaded for that.
 */
const PENDING_WORK = { ...queryOf(pendingWorkCalls.list), staleTime: 5_000, refetchInterval: MINUTE_MS }

/** Returns the query for the work that the signed-in user may do. */
export const usePendingWork = () => useQuery({ ...PENDING_WORK, select: ({ data }) => data })

/** Returns the number of unread items in the user's inbox; `undefined` before it is loaded. */
export const useUnreadCount = (): number | undefined =>
  useQuery({ ...PENDING_WORK, select: ({ unread }) => unread }).data
