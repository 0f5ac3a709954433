import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Pagination } from '#contracts/pagination.ts'
import { EmptyPanel } from '../components/empty-panel.tsx'
import { LoadError } from '../components/load-error.tsx'
import { useShortcuts } from '../components/use-shortcuts.ts'
import { ListFooter } from './list-footer.tsx'
import { ListKeysDialog } from './list-keys-dialog.tsx'
import type { Filters } from './use-filters.ts'

/** A reply with one page of items. */
type Page<Item> = { data: readonly Item[]; pagination: Pagination }

type PagedListProps<Item> = {
  query: UseQueryResult<Page<Item>>
  /** The page number is in the URL (`useFilters`), or in the state of a dialog (`usePage`). */
  filters: Pick<Filters, 'goToPage' | 'isFiltered' | 'clear'>
  /** The number at which the server stops counting: there may be more items. */
  countLimit?: number | undefined
  /** The error message if the server sent none. */
  errorMessage: string
  /** Shown if the list is empty and not filtered. */
  emptyContent: ReactNode
  /** The noun for an item: `提交`, `用户`. */
  itemName: string
  /** The measure word of the noun. */
  unit?: string | undefined
  /** Whether the list has a frame that contains its footer. */
  isFramed?: boolean
  /** Renders the loaded items. */
  children: (items: readonly Item[], pagination: Pagination) => ReactNode
}

/** Shows a page of a list with its pagination; or that the list is loading, couldn't be loaded, or is empty. */
export function PagedList<Item>({
  query,
  filters,
  countLimit,
  errorMessage,
  emptyContent,
  itemName,
  unit,
  isFramed = false,
  children,
}: PagedListProps<Item>) {
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (!query.data) return <LoadError error={query.error} fallback={errorMessage} onRetry={query.refetch} />
  const { data: items, pagination } = query.data
  if (pagination.totalItems === 0)
    return <EmptyList filters={filters} emptyContent={emptyContent} itemName={itemName} />
  const lastPage = Math.ceil(pagination.totalItems / pagination.limit)
  if (pagination.current > lastPage && !query.isPlaceholderData)
    return <MissingPage current={pagination.current} lastPage={lastPage} onPageChange={filters.goToPage} />
  return (
    <div className={query.isPlaceholderData ? 'opacity-60' : ''} aria-busy={query.isPlaceholderData}>
      {query.isError && <LoadError error={query.error} fallback={errorMessage} onRetry={query.refetch} />}
      {children(items, pagination)}
      <ListFooter
        current={pagination.current}
        pageSize={pagination.limit}
        total={pagination.totalItems}
        countLimit={countLimit}
        itemName={itemName}
        unit={unit}
        isFramed={isFramed}
        onChange={filters.goToPage}
      />
    </div>
  )
}

type MissingPageProps = { current: number; lastPage: number; onPageChange: (page: number) => void }

/** Shown for a page beyond the last one: its items may have been removed, or the URL may be outdated. */
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

type EmptyListProps = Pick<PagedListProps<unknown>, 'filters' | 'emptyContent' | 'itemName'>

function EmptyList({ filters, emptyContent, itemName }: EmptyListProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useShortcuts({ '?': () => setIsHelpOpen(true) })
  return (
    <EmptyPanel>
      {filters.isFiltered ? <p>没有符合条件的{itemName}。</p> : emptyContent}
      {filters.isFiltered && (
        <Button className="mt-3" onClick={filters.clear}>
          清除筛选
        </Button>
      )}
      {isHelpOpen && <ListKeysDialog isSelectable={false} onClose={() => setIsHelpOpen(false)} />}
    </EmptyPanel>
  )
}
