import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { EmptyPanel } from '../parts/empty-panel.tsx'
import { LoadFailure } from '../parts/load-failure.tsx'
import { ListFoot } from './list-foot.tsx'
import type { Filters } from './use-filters.ts'

/** The part of a query's result that determines a list's four states; TanStack Query's result fits. */
export type ListState = {
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
  error: unknown
  refetch: () => unknown
}

type PagedListProps = {
  list: ListState
  filters: Filters
  /** Of a loaded list: the current page, its size, and the total number of items. */
  pages: { current: number; limit: number; totalItems: number } | undefined
  /** The number up to which the server counts: there may be more. */
  countLimit?: number | undefined
  /** The error message if the server gave none. */
  errorMessage: string
  /** The text of an empty list without filters. */
  empty: ReactNode
  /** What an item is called: `提交`, `用户`. */
  itemName: string
  /** The counting word of the name. */
  unit?: string | undefined
  children: ReactNode
}

/** A list in its four states: loading, failed, empty, or loaded with pagination. */
export function PagedList({
  list,
  filters,
  pages,
  countLimit,
  errorMessage,
  empty,
  itemName,
  unit,
  children,
}: PagedListProps) {
  if (list.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (!pages) return <LoadFailure error={list.error} fallback={errorMessage} onRetry={list.refetch} />
  if (pages.totalItems === 0) return <EmptyList filters={filters} empty={empty} itemName={itemName} />
  const last = Math.ceil(pages.totalItems / pages.limit)
  if (pages.current > last && !list.isPlaceholderData)
    return <LastPageLink current={pages.current} last={last} onPageChange={() => filters.goToPage(last)} />
  return (
    <div className={list.isPlaceholderData ? 'opacity-60' : ''} aria-busy={list.isPlaceholderData}>
      {list.isError && <LoadFailure error={list.error} fallback={errorMessage} onRetry={list.refetch} />}
      {children}
      <ListFoot
        current={pages.current}
        pageSize={pages.limit}
        total={pages.totalItems}
        countLimit={countLimit}
        itemName={itemName}
        unit={unit}
        onChange={filters.goToPage}
      />
    </div>
  )
}

/** The page's last item may have left it, or a shared address be older than the list. */
const LastPageLink = ({ current, last, onPageChange }: { current: number; last: number; onPageChange: () => void }) => (
  <div className="panel px-5 py-10 text-center text-muted">
    <p>
      没有第{current}页，共{last}页。
    </p>
    <Button className="mt-3" onClick={onPageChange}>
      转到第{last}页
    </Button>
  </div>
)

const EmptyList = ({ filters, empty, itemName }: Pick<PagedListProps, 'filters' | 'empty' | 'itemName'>) => (
  <EmptyPanel>
    {filters.isFiltered ? <p>没有符合条件的{itemName}。</p> : empty}
    {filters.isFiltered && (
      <Button className="mt-3" onClick={filters.clear}>
        清除筛选
      </Button>
    )}
  </EmptyPanel>
)
