import { useQueryClient } from '@tanstack/react-query'
import type { QuestionBank } from '#contracts/question-banks/bank.ts'
import { ownQuestionBankCalls, questionBankCalls } from '#contracts/question-banks/calls.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for the banks that the platform offers. */
export const publicBanksQuery = () => dataOf(queryOf(questionBankCalls.list))

/** Returns the query for the member's own banks. */
export const ownBanksQuery = () => ({ ...dataOf(queryOf(ownQuestionBankCalls.list)), staleTime: 0 })

/** Returns the query for a bank with its tasks in the version that is listed. */
export const bankQuery = ({ id, version, isPlatform }: QuestionBank) =>
  dataOf(
    queryOf(isPlatform ? questionBankCalls.get : ownQuestionBankCalls.get, {
      params: { bank: id },
      query: { version },
    }),
  )

/** Returns a function that loads the member's banks anew. */
export function useReloadOwnBanks(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidate(client, ownQuestionBankCalls.list, ownQuestionBankCalls.get)
}
