import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { DeletedSubmissionTable } from './deleted-submission-table.tsx'
import { listDeletedSubmissions, SUBMISSIONS_KEY } from './submission-calls.ts'

/** Lists deleted submissions, which can be restored until they are purged. */
export function DeletedSubmissionList() {
  const filters = useFilters([])
  const deletedSubmissionsQuery = useQuery({
    queryKey: [SUBMISSIONS_KEY, 'deleted', filters.queryString],
    queryFn: () => listDeletedSubmissions(filters.queryString),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      query={deletedSubmissionsQuery}
      filters={filters}
      errorMessage={MESSAGES.recycleBinFailed}
      emptyContent={<p>回收站是空的。删除的提交会在这里保留{RECYCLE_BIN_DAYS}天。</p>}
      itemName="提交"
    >
      {(submissions) => <DeletedSubmissionTable submissions={submissions} />}
    </PagedList>
  )
}
