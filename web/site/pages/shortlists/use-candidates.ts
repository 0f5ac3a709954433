import { useQueryClient } from '@tanstack/react-query'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useToast } from '../../components/toast.tsx'
import { SHORTLIST_READS } from './shortlist-queries.ts'

type CandidateChange = { shortlist: string; add: readonly string[] } | { shortlist: string; remove: string }

/** Returns a function that adds candidates to a shortlist of the member or removes one. Success is shown as a toast. */
export function useCandidates({ onChanged }: { onChanged?: () => void } = {}) {
  const client = useQueryClient()
  const showToast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: CandidateChange) =>
      'add' in change
        ? call(shortlistCalls.addCandidates, {
            params: { id: change.shortlist },
            body: { candidates: [...change.add] },
          })
        : call(shortlistCalls.removeCandidate, { params: { id: change.shortlist, product: change.remove } }),
    async onSuccess({ message }) {
      await invalidate(client, ...SHORTLIST_READS)
      onChanged?.()
      showToast(message ?? '', 'success')
    },
  })
  return { change: mutate, isBusy: isPending, failure: error && toErrorMessage(error) }
}
