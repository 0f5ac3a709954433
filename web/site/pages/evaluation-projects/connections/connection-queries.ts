import { useQueryClient } from '@tanstack/react-query'
import { connectionCalls } from '#contracts/agents/calls.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { invalidate } from '../../../../shared/call-query.ts'
import { queryOf } from '../../../query-of.ts'

/** Returns the query for a project's connections. */
export const connectionsQuery = (id: string) => ({
  ...queryOf(connectionCalls.list, { params: { id } }),
  staleTime: 0,
})

/** Returns the query for a project's judge model. */
export const judgeModelQuery = (id: string) => ({
  ...queryOf(judgeModelCalls.get, { params: { id } }),
  staleTime: 0,
})

/** Returns a function that loads the connections anew, and the runs, which say what depends on them. */
export function useReloadConnections(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidate(client, connectionCalls.list, runCalls.get, judgeModelCalls.get, judgeModelCalls.getJudging)
}
