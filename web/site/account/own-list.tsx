import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { toErrorMessage } from '../../shared/call-error.ts'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { ErrorNotice } from '../components/page-states.tsx'

type OwnListProps<Data, Item> = {
  query: UseQueryResult<Data>
  getItems: (data: Data) => readonly Item[]
  getKey: (item: Item) => Key
  /** Returns what is shown if there are no items. */
  renderEmpty: (data: Data) => ReactNode
  className?: string
  children: (item: Item) => ReactNode
  /** Shown below the list. */
  footer?: ReactNode
}

/** Lists what belongs to a member. */
export function OwnList<Data, Item>({
  query,
  getItems,
  getKey,
  renderEmpty,
  className = 'space-y-4',
  children,
  footer,
}: OwnListProps<Data, Item>) {
  const { data, isPending, isLoadingError, error, refetch } = query
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const items = getItems(data)
  if (items.length === 0) return renderEmpty(data)
  return (
    <>
      <ul className={className}>
        {items.map((item) => (
          <li key={getKey(item)}>{children(item)}</li>
        ))}
      </ul>
      {footer}
    </>
  )
}
