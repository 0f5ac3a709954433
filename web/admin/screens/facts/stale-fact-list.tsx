import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { AssignButton } from '../../lists/assignments/assign-button.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { StaleFacts } from './stale-facts.tsx'
import { useConfirmations } from './use-confirmations.ts'

/** The keyboard shortcuts of the list, shown on devices with a keyboard. */
const ShortcutHints = ({ canEdit }: { canEdit: boolean }) => (
  <p className="pb-3 text-sm text-muted max-md:hidden">
    按 <kbd>J</kbd>、<kbd>K</kbd> 或 <kbd>↓</kbd>、<kbd>↑</kbd> 移动，
    {canEdit && (
      <>
        <kbd>C</kbd> 确认，<kbd>U</kbd> 撤销上一次确认，
      </>
    )}
    <kbd>Enter</kbd> {canEdit ? '修改' : '查看'}，<kbd>O</kbd> 打开来源
    {canEdit && (
      <>
        ，<kbd>N</kbd> 下一批
      </>
    )}
    。
  </p>
)

type StaleFactListProps = { filters: Filters; order: string; onOpen: (fact: StaleFact) => void }

/** Lists the stale facts, which are confirmed one after another. `N` loads the next batch. */
export function StaleFactList({ filters, order, onOpen }: StaleFactListProps) {
  const canEdit = useCan('products:write')
  const queryString = `${filters.queryString}&order=${order}`
  const staleFactsQuery = useQuery({
    ...queryOf(factReviewCalls.listStale, { query: queryString }),
    placeholderData: keepPreviousData,
    // Not refetched in the background: confirmed facts stay in their rows until the next batch is loaded.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const confirmations = useConfirmations(staleFactsQuery.dataUpdatedAt)
  const loadNextBatch = () => void staleFactsQuery.refetch()
  useShortcuts(canEdit ? { n: loadNextBatch } : {})

  return (
    <PagedList
      query={staleFactsQuery}
      filters={filters}
      errorMessage={FACT_MESSAGES.factsFailed}
      emptyContent={<p>没有待确认的资料。过了各属性的保鲜期，资料会出现在这里。</p>}
      itemName="待确认的资料"
    >
      {(facts) => (
        <>
          <ShortcutHints canEdit={canEdit} />
          {canEdit && (
            <div className="pb-3">
              <AssignButton kind="fact" ids={facts.map(({ id }) => id)} changedCalls={[factReviewCalls.listStale]}>
                {`分配本页${facts.length}条`}
              </AssignButton>
            </div>
          )}
          <StaleFacts facts={facts} confirmations={confirmations} onOpen={onOpen} onReload={loadNextBatch} />
          <ConfirmedCount
            count={facts.filter(confirmations.isConfirmed).length}
            isLoading={staleFactsQuery.isFetching}
            onLoadNextBatch={loadNextBatch}
          />
        </>
      )}
    </PagedList>
  )
}

type ConfirmedCountProps = { count: number; isLoading: boolean; onLoadNextBatch: () => void }

function ConfirmedCount({ count, isLoading, onLoadNextBatch }: ConfirmedCountProps) {
  if (count === 0) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 pt-3">
      <span>本页已确认{count}条。</span>
      <Button loading={isLoading} onClick={onLoadNextBatch}>
        继续下一批
      </Button>
    </p>
  )
}
