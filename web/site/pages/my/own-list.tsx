import type { UseQueryResult } from '@tanstack/react-query'
import type { Key, ReactNode } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { Link } from '../../router.tsx'

type OwnListProps<Data, Item> = {
  query: UseQueryResult<Data>
  getItems: (data: Data) => readonly Item[]
  getKey: (item: Item) => Key
  /** Shown instead of the items to a member whose email address isn't verified. */
  unverifiedNotice: ReactNode
  emptyMessage: string
  children: (item: Item) => ReactNode
  /** Shown below the list. */
  footer?: ReactNode
}

/** Lists items that belong to a vendor by the email address of their account. */
export function OwnList<Data extends { isEmailVerified: boolean }, Item>({
  query,
  getItems,
  getKey,
  unverifiedNotice,
  emptyMessage,
  children,
  footer,
}: OwnListProps<Data, Item>) {
  const { data, isPending, isLoadingError, error, refetch } = query
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (!data.isEmailVerified) return unverifiedNotice
  const items = getItems(data)
  if (items.length === 0)
    return (
      <EmptyNotice message={emptyMessage}>
        <Link to={PAGES.submit} className={getButtonClass()}>
          提交产品
        </Link>
      </EmptyNotice>
    )
  return (
    <>
      <ul className="space-y-5">
        {items.map((item) => (
          <li key={getKey(item)}>{children(item)}</li>
        ))}
      </ul>
      {footer}
    </>
  )
}
