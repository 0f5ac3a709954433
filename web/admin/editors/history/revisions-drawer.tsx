import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Revision, RevisionChanges } from '#contracts/content/revision.ts'
import type { Pagination } from '#contracts/pagination.ts'
import type { CallQuery } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ListFooter } from '../../lists/list-footer.tsx'

export type RevisionPage = { data: Revision[]; pagination: Pagination }

/** Loads and describes revisions. */
export type RevisionSource = {
  /** Returns the query for a page of the revisions, the newest first. */
  list: (page: number) => CallQuery<RevisionPage>
  describeChanges: (changes: RevisionChanges) => string
  /** Shown if there are no revisions yet. */
  emptyMessage: string
}

type RevisionsDrawerProps = {
  isOpen: boolean
  onClose: () => void
  source: RevisionSource
  /** Renders the selected revision. */
  children: (revision: Revision, onBack: () => void) => ReactNode
}

/** Lists the saved versions with author, time and changes; shows the selected one. */
export function RevisionsDrawer({ isOpen, onClose, source, children }: RevisionsDrawerProps) {
  const [selected, setSelected] = useState<Revision | null>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  // Starts with the list, even if the drawer is opened again before it has finished closing.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setSelected(null)
  }
  return (
    <Drawer
      open={isOpen}
      size={720}
      title={selected ? `第${selected.revision}版` : '历史版本'}
      onClose={onClose}
      destroyOnHidden
    >
      {selected ? children(selected, () => setSelected(null)) : <RevisionList source={source} onOpen={setSelected} />}
    </Drawer>
  )
}

type RevisionListProps = { source: RevisionSource; onOpen: (revision: Revision) => void }

function RevisionList({ source, onOpen }: RevisionListProps) {
  const [page, setPage] = useState(1)
  const revisionsQuery = useQuery({
    ...source.list(page),
    placeholderData: keepPreviousData,
  })
  if (revisionsQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (revisionsQuery.isError)
    return <LoadError error={revisionsQuery.error} fallback="获取历史版本失败" onRetry={revisionsQuery.refetch} />
  const { data: revisions, pagination } = revisionsQuery.data
  if (revisions.length === 0) return <p className="text-muted">{source.emptyMessage}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {revisions.map((revision) => (
          <li key={revision.revision} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold tabular-nums">第{revision.revision}版</span>
                {revision.isCurrent && <span className="text-sm text-muted">当前版本</span>}
                {revision.restoredFrom !== null && (
                  <span className="text-sm text-muted">由第{revision.restoredFrom}版恢复</span>
                )}
              </p>
              <p className="text-sm text-muted">
                {formatMinute(revision.createdAt)}，{revision.createdBy?.name ?? '系统'}
              </p>
              {revision.changes && <p className="text-sm text-muted">{source.describeChanges(revision.changes)}</p>}
            </div>
            <Button aria-label={`查看第${revision.revision}版`} onClick={() => onOpen(revision)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
      {pagination.total > 1 && (
        <ListFooter
          current={pagination.current}
          pageSize={pagination.limit}
          total={pagination.totalItems}
          itemName="版本"
          unit="个"
          onChange={setPage}
        />
      )}
    </>
  )
}
