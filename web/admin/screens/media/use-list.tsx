import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { MEDIA_USE_LABELS, type MediaFile, type MediaUse } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'

/** The query for where a file is used. */
export const usesQueryOf = ({ url }: Pick<MediaFile, 'url'>) =>
  dataOf(queryOf(mediaLibraryCalls.listUses, { query: { url } }))

type UseListProps = {
  file: MediaFile
  title?: string
  /** Adds what is said about a use. */
  renderNote?: (use: MediaUse) => ReactNode
}

/** Where a file is used, with links. */
export function UseList({ file, title = '使用之处', renderNote }: UseListProps) {
  const titleId = useId()
  const usesQuery = useQuery(usesQueryOf(file))
  return (
    <section aria-labelledby={titleId} className="pb-5">
      <h2 id={titleId} className="pb-2 text-base">
        {title}
      </h2>
      {usesQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {usesQuery.isError && (
        <LoadError error={usesQuery.error} fallback={MEDIA_MESSAGES.usesFailed} onRetry={usesQuery.refetch} />
      )}
      {usesQuery.data?.length === 0 && <p className="text-sm text-muted">没有页面、草稿或历史版本使用它。</p>}
      {usesQuery.data && usesQuery.data.length > 0 && (
        <ul className="divide-y divide-line">
          {usesQuery.data.map((use) => (
            <UseItem key={`${use.id} ${use.place}`} use={use} place={describePlace(use)}>
              {renderNote?.(use)}
            </UseItem>
          ))}
        </ul>
      )}
    </section>
  )
}

type UseItemProps = { use: Pick<MediaUse, 'name' | 'path'>; place: string; children?: ReactNode }

/** A use with its place, and below them what is said about it. */
export const UseItem = ({ use, place, children }: UseItemProps) => (
  <li className="py-2">
    <span className="flex flex-wrap justify-between gap-x-4">
      {use.path === null ? <span>{use.name}</span> : <Link to={use.path}>{use.name}</Link>}
      <span className="text-sm text-muted tabular-nums">{place}</span>
    </span>
    {children}
  </li>
)

const describePlace = ({ place, count }: MediaUse): string =>
  count > 1 ? `${MEDIA_USE_LABELS[place]}，${count}份` : MEDIA_USE_LABELS[place]
