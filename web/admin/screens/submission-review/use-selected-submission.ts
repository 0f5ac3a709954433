import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { getSubmission, SUBMISSIONS_KEY, type SubmissionPage } from '../submissions/submission-calls.ts'

/**
 * Returns the selected submission: the one in the URL, the one at the end of the page that was moved to or, on a wide
 * screen, the first one of the list.
 */
export function useSelectedSubmission(page: SubmissionPage | undefined) {
  const { query, change } = usePageQuery(ADMIN_SCREENS.submissionReview.parameters)
  const requestedId = query.id
  /** The adjacent page that was moved to, and the row at which it was entered. */
  const [enteredPage, setEnteredPage] = useState<{ number: number; row: 'first' | 'last' } | null>(null)
  const entryRow = enteredPage?.number === query.page ? enteredPage.row : null
  const listedRecord = page?.data.find(({ _id }) => _id === requestedId)
  /** A submission that is no longer in the list, because of its decision or the filter, is loaded separately. */
  const submissionQuery = useQuery({
    queryKey: [SUBMISSIONS_KEY, 'one', requestedId],
    queryFn: () => getSubmission(requestedId),
    enabled: requestedId !== '' && page !== undefined && !listedRecord,
  })
  const record: SubmissionRecord | undefined =
    requestedId === '' ? page?.data.at(entryRow === 'last' ? -1 : 0) : (listedRecord ?? submissionQuery.data)
  /** The index of the selected submission in the list, or the last one that it had. */
  const [lastIndex, setLastIndex] = useState(0)
  const index = page?.data.findIndex(({ _id }) => _id === record?._id) ?? -1
  if (index >= 0 && index !== lastIndex) setLastIndex(index)

  function getAdjacentIndex(step: 1 | -1): number {
    if (index >= 0) return index + step
    // The selected submission has left the list: the next one has its index now.
    return step === 1 ? lastIndex : lastIndex - 1
  }

  function select(id: string) {
    setEnteredPage(null)
    change({ id })
  }

  return {
    record,
    /** Whether the user selected the submission; otherwise it's the first one of the list. */
    isExplicit: requestedId !== '' || entryRow !== null,
    isPending: requestedId !== '' && !listedRecord && submissionQuery.isPending,
    error: requestedId !== '' && !listedRecord ? submissionQuery.error : null,
    retry: submissionQuery.refetch,
    select,

    /** Selects the next or previous submission, on the adjacent page if necessary. */
    move(step: 1 | -1) {
      if (!page) return
      const adjacentRecord = page.data[getAdjacentIndex(step)]
      if (adjacentRecord) return select(adjacentRecord._id)
      const { current, total } = page.pagination
      const adjacentPage = current + step
      if (adjacentPage < 1 || adjacentPage > total) return
      setEnteredPage({ number: adjacentPage, row: step === 1 ? 'first' : 'last' })
      change({ id: '', page: adjacentPage })
    },

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
