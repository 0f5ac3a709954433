import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { usePageQuery } from '../../../shared/use-page-query.ts'
import { getSubmission, SUBMISSIONS_KEY, type SubmissionPage } from '../submissions/submission-calls.ts'

/** Which submission is shown: the address names it; where it names none, a wide screen shows the list's first. */
export function useChosen(page: SubmissionPage | undefined) {
  const { query, change } = usePageQuery(ADMIN_SCREENS.review.parameters)
  const named = query.id
  const listed = page?.data.find(({ _id }) => _id === named)
  /** One that has left the list, by its verdict or by the filter, is read by itself. */
  const single = useQuery({
    queryKey: [SUBMISSIONS_KEY, 'one', named],
    queryFn: () => getSubmission(named),
    enabled: named !== '' && page !== undefined && !listed,
  })
  const record: SubmissionRecord | undefined = named === '' ? page?.data[0] : (listed ?? single.data)
  const place = useRef(0)
  const at = page?.data.findIndex(({ _id }) => _id === record?._id) ?? -1
  if (at >= 0) place.current = at

  const choose = (id: string, page = query.page) => change({ id, page })

  return {
    record,
    isNamed: named !== '',
    isPending: named !== '' && !listed && single.isPending,
    error: named !== '' && !listed ? single.error : null,
    retry: single.refetch,
    choose,

    /** To the next or the one before; beyond a page's end to the neighbouring page. */
    move(step: 1 | -1) {
      if (!page) return
      // Where the shown one has left the list, the one that took its place is the next.
      const target = at >= 0 ? at + step : place.current + (step === 1 ? 0 : -1)
      const found = page.data[target]
      if (found) return choose(found._id)
      const { current, total } = page.pagination
      const neighbour = current + step
      if (neighbour >= 1 && neighbour <= total) choose('', neighbour)
    },
  }
}
