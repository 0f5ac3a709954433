import { useQueryClient } from '@tanstack/react-query'
import { followCalls } from '#contracts/follows/calls.ts'
import type { FollowInput } from '#contracts/follows/follow.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useToast } from '../../components/toast.tsx'

type FollowChange = { follow: FollowInput } | { remove: string }

/** Returns a mutation that follows something or ends a follow, and shows the result. */
export function useFollow() {
  const client = useQueryClient()
  const showToast = useToast()
  return useMutation({
    mutationFn: async (change: FollowChange) =>
      'follow' in change
        ? (await call(followCalls.follow, { body: change.follow })).message
        : (await call(followCalls.remove, { params: { id: change.remove } })).message,
    onSuccess: (message) => showToast(message ?? '', 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    onSettled: () => invalidate(client, followCalls.listTargets),
  })
}
