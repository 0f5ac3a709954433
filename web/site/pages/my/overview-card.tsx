import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getButtonClass } from '../../components/buttons.tsx'
import { Tag } from '../../components/tag.tsx'
import type { AnyQuery } from '../../page.ts'
import { Link } from '../../router.tsx'
import { PanelError } from './panel-error.tsx'
import { sortRequiredFirst } from './sort-required-first.ts'

/** An item that belongs to the member; items that require an action are listed first. */
export type OverviewEntry = {
  id: string
  title: string
  url: string
  detail: string
  status?: string
  isActionRequired?: boolean
}

const MAX_ENTRIES = 3

type OverviewCardProps<Data> = {
  page: { title: string; path: string }
  query: AnyQuery
  /** In the order in which they matter: usually newest first, events by their day. */
  listEntries: (data: Data) => OverviewEntry[]
  /** Shown if there are no entries: what to do, or why there can't be any. */
  getEmptyText: (data: Data) => string
  createLink: { label: string; url: string }
}

/** A card of the overview: the number of items of one kind, the first ones, and a link to create one. */
export function OverviewCard<Data>({ page, query, listEntries, getEmptyText, createLink }: OverviewCardProps<Data>) {
  const { data, isLoadingError, error, isPending, refetch } = useQuery<Data>(query)
  const entries = data === undefined ? [] : listEntries(data)
  return (
    <section className="card flex h-full flex-col p-5" aria-label={page.title} aria-busy={isPending}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">
          <Link to={page.path} className="hover:text-indigo hover:underline">
            {page.title}
          </Link>
        </h2>
        {data !== undefined && <span className="text-muted tabular-nums">{entries.length}项</span>}
      </div>
      {isLoadingError && (
        <div className="mb-4">
          <PanelError error={error} onRetry={() => refetch()} />
        </div>
      )}
      {isPending && <div className="skeleton mt-4 h-24" />}
      {data !== undefined && entries.length === 0 && <p className="mt-3 mb-4 text-muted">{getEmptyText(data)}</p>}
      {entries.length > 0 && <Entries entries={sortRequiredFirst(entries).slice(0, MAX_ENTRIES)} />}
      <div className="mt-auto flex flex-wrap gap-x-5 gap-y-2 pt-2">
        <Link to={createLink.url} className={getButtonClass(entries.length === 0 ? 'secondary' : 'outline')}>
          {createLink.label}
        </Link>
        {entries.length > MAX_ENTRIES && (
          <Link to={page.path} className="inline-flex min-h-11 items-center text-indigo hover:underline">
            全部{entries.length}项
          </Link>
        )}
      </div>
    </section>
  )
}

const Entries = ({ entries }: { entries: readonly OverviewEntry[] }) => (
  <ul className="mt-3 mb-4 divide-y divide-line border-y border-line">
    {entries.map(({ id, title, url, detail, status }) => (
      <li key={id} className="relative py-2.5">
        <div className="flex items-start justify-between gap-3">
          <Link to={url} className="line-clamp-2 font-medium after:absolute after:inset-0 hover:text-indigo">
            {title}
          </Link>
          {status && <Status>{status}</Status>}
        </div>
        <p className="text-sm text-muted tabular-nums">{detail}</p>
      </li>
    ))}
  </ul>
)

const Status = ({ children }: { children: ReactNode }) => (
  <span className="shrink-0">
    <Tag>{children}</Tag>
  </span>
)
