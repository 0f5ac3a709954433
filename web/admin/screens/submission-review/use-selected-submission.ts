import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { getSubmission, SUBMISSIONS_KEY, type SubmissionPage } from '../submissions/submission-calls.ts'

/** Returns the selected submission: the one in the URL or, on a wide screen, the first one of the list. */
export function useSelectedSubmission(page: SubmissionPage | undefined) {
  const { query, change } = usePageQuery(ADMIN_SCREENS.submissionReview.parameters)
  const requestedId = query.id
  const listedRecord = page?.data.find(({ _id }) => _id === requestedId)
  /** A submission that is no longer in the list, because of its decision or the filter, is loaded separately. */
  const single = useQuery({
    queryKey: [SUBMISSIONS_KEY, 'one', requestedId],
    queryFn: () => getSubmission(requestedId),
    enabled: requestedId !== '' && page !== undefined && !listedRecord,
  })
  const record: SubmissionRecord | undefined = requestedId === '' ? page?.data[0] : (listedRecord ?? single.data)
  const position = useRef(0)
  const index = page?.data.findIndex(({ _id }) => _id === record?._id) ?? -1
  if (index >= 0) position.current = index

  const select = (id: string, page = query.page) => change({ id, page })

  return {
    record,
    /** Whether the submission was selected by its id, not as the first one of the list. */
    isExplicit: requestedId !== '',
    isPending: requestedId !== '' && !listedRecord && single.isPending,
    error: requestedId !== '' && !listedRecord ? single.error : null,
    retry: single.refetch,
    select,

    /** Selects the next or previous submission, on the adjacent page if necessary. */
    move(step: 1 | -1) {
      if (!page) return
      // If the selected one has left the list, the one that took its index is the next.
      const target = index >= 0 ? index + step : position.current + (step === 1 ? 0 : -1)
      const adjacentRecord = page.data[target]
      if (adjacentRecord) return select(adjacentRecord._id)
      const { current, total } = page.pagination
      const adjacentPage = current + step
      if (adjacentPage >= 1 && adjacentPage <= total) select('', adjacentPage)
    },

    /** Selects the next pending submission of the page after a decision or a deletion, or returns to the list. */
    selectNextPending(done: SubmissionRecord) {
      const records = page?.data ?? []
      const doneIndex = records.findIndex(({ _id }) => _id === done._id)
      const isNext = ({ _id, status }: SubmissionRecord) => _id !== done._id && status === 'pending'
      const next = records.slice(doneIndex + 1).find(isNext) ?? records.find(isNext)
      select(next?._id ?? '')
    },
  }
}
