import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { EmptyPanel } from '../components/empty-panel.tsx'
import { LoadError } from '../components/load-error.tsx'
import { ListFooter } from './list-footer.tsx'
import type { Filters } from './use-filters.ts'

/** The part of a query result that determines the state of a list; compatible with TanStack Query. */
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
  /** The pagination of a loaded list. */
  pagination: { current: number; limit: number; totalItems: number } | undefined
  /** The number at which the server stops counting: there may be more items. */
  countLimit?: number | undefined
  /** The error message if the server sent none. */
  errorMessage: string
  /** Shown if the list is empty and not filtered. */
  empty: ReactNode
  /** The noun for an item: `提交`, `用户`. */
  itemName: string
  /** The measure word of the noun. */
  unit?: string | undefined
  children: ReactNode
}

/** A list in one of four states: loading, failed, empty, or loaded, with its pagination. */
export function PagedList({
  list,
  filters,
  pagination,
  countLimit,
  errorMessage,
  empty,
  itemName,
  unit,
  children,
}: PagedListProps) {
  if (list.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (!pagination) return <LoadError error={list.error} fallback={errorMessage} onRetry={list.refetch} />
  if (pagination.totalItems === 0) return <EmptyList filters={filters} empty={empty} itemName={itemName} />
  const lastPage = Math.ceil(pagination.totalItems / pagination.limit)
  if (pagination.current > lastPage && !list.isPlaceholderData)
    return <MissingPage current={pagination.current} lastPage={lastPage} onPageChange={filters.goToPage} />
  return (
    <div className={list.isPlaceholderData ? 'opacity-60' : ''} aria-busy={list.isPlaceholderData}>
      {list.isError && <LoadError error={list.error} fallback={errorMessage} onRetry={list.refetch} />}
      {children}
      <ListFooter
        current={pagination.current}
        pageSize={pagination.limit}
        total={pagination.totalItems}
        countLimit={countLimit}
        itemName={itemName}
        unit={unit}
        onChange={filters.goToPage}
      />
    </div>
  )
}

type MissingPageProps = { current: number; lastPage: number; onPageChange: (page: number) => void }

/** Explains that the page is beyond the last one: its items may have been removed, or the URL may be outdated. */
const MissingPage = ({ current, lastPage, onPageChange }: MissingPageProps) => (
  <div className="panel px-5 py-10 text-center text-muted">
    <p>
      没有第{current}页，共{lastPage}页。
    </p>
    <Button className="mt-3" onClick={() => onPageChange(lastPage)}>
      转到第{lastPage}页
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
