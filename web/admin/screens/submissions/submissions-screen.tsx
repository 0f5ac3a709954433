import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { invalidate, isQueryOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { DeletedSubmissionTable } from './deleted-submission-table.tsx'
import { SUBMISSION_LISTS, SUBMISSION_READS } from './submission-calls.ts'
import { SubmissionList } from './submission-list.tsx'

/** Lists deleted submissions, which can be restored until they are purged. */
function DeletedSubmissionList() {
  const filters = useFilters([])
  const deletedSubmissionsQuery = useQuery({
    ...queryOf(submissionReviewCalls.listDeleted, { query: filters.queryString }),
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

const VIEW_OPTIONS = [
  { value: 'submissions', label: '提交' },
  { value: 'recycled', label: '回收站' },
] as const

/** The submissions screen: review, export and delete vendors' submissions, and the recycle bin. */
export function SubmissionsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.submissions.parameters)
  const filters = useFilters(ADMIN_SCREENS.submissions.filters)
  const client = useQueryClient()
  const isFetching = useIsFetching({ predicate: isQueryOf(...SUBMISSION_LISTS) }) > 0
  const isRecycleBin = query.view === 'recycled'
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.submissions.title}
        description="厂商提交的新产品与更新。通过后，自动在智能体产品目录中创建或更新产品。"
        actions={
          <>
            <ExportButton
              call={submissionReviewCalls.export}
              queryString={isRecycleBin ? '' : filters.queryString}
              formats={['csv', 'xlsx']}
              errorMessage={MESSAGES.exportFailed}
            />
            <Button
              icon={<RefreshCw className="size-4" aria-hidden />}
              loading={isFetching}
              onClick={() => invalidate(client, ...SUBMISSION_READS)}
            >
              刷新
            </Button>
          </>
        }
      />
      <SavedViews list="submissions" />
      <ChoiceTabs
        label="切换视图"
        options={VIEW_OPTIONS}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {isRecycleBin ? <DeletedSubmissionList /> : <SubmissionList filters={filters} />}
    </ScreenContent>
  )
}
