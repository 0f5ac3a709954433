import { useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useQueue } from '../../lists/use-queue.ts'
import { getSubmission, SUBMISSIONS_KEY, type SubmissionPage } from '../submissions/submission-calls.ts'

/** Returns the selected submission: the one in the URL or, on a wide screen, the first one of the list. */
export function useSelectedSubmission(page: SubmissionPage | undefined) {
  const { query, change } = usePageQuery(ADMIN_SCREENS.submissionReview.parameters)
  const requestedId = query.id
  const { selectedId, isEntering, select, move } = useQueue({
    page,
    getId: ({ _id }) => _id,
    query,
    selectsFirst: true,
    change,
  })
  const listedRecord = page?.data.find(({ _id }) => _id === selectedId)
  /** A submission that is no longer in the list, because of its decision or the filter, is loaded separately. */
  const submissionQuery = useQuery({
    queryKey: [SUBMISSIONS_KEY, 'one', requestedId],
    queryFn: () => getSubmission(requestedId),
    enabled: requestedId !== '' && page !== undefined && !listedRecord,
  })

  return {
    record: listedRecord ?? (requestedId === '' ? undefined : submissionQuery.data),
    /** Whether the user selected the submission; otherwise it's the first one of the list. */
    isExplicit: requestedId !== '' || isEntering,
    isPending: requestedId !== '' && !listedRecord && submissionQuery.isPending,
    error: requestedId !== '' && !listedRecord ? submissionQuery.error : null,
    retry: submissionQuery.refetch,
    select,
    move,

    /** Selects the next pending submission of the page after a decision or a deletion, or returns to the list. */
    selectNextPending(handledRecord: SubmissionRecord) {
      const records = page?.data ?? []
      const handledIndex = records.findIndex(({ _id }) => _id === handledRecord._id)
      const isOtherPending = ({ _id, status }: SubmissionRecord) => _id !== handledRecord._id && status === 'pending'
      const next = records.slice(handledIndex + 1).find(isOtherPending) ?? records.find(isOtherPending)
      select(next?._id ?? '')
    },
  }
}
