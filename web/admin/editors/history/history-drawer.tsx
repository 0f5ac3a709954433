import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Revision } from '#contracts/content/revision.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { useDocumentKind } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import { FORMS } from '../forms/forms.ts'
import { RevisionView } from './revision-view.tsx'

type HistoryDrawerProps = { isOpen: boolean; onClose: () => void; onRestored: (message: string) => void }

/** Every saved version: who, when, what changed; one of them can be compared with today's and restored. */
export function HistoryDrawer({ isOpen, onClose, onRestored }: HistoryDrawerProps) {
  const [opened, setOpened] = useState<Revision | null>(null)
  return (
    <Drawer
      open={isOpen}
      size={560}
      title={opened ? `第${opened.revision}版` : '历史版本'}
      onClose={onClose}
      afterOpenChange={(isShown) => !isShown && setOpened(null)}
      destroyOnHidden
    >
      {opened ? (
        <RevisionView revision={opened} onBack={() => setOpened(null)} onRestored={onRestored} />
      ) : (
        <RevisionList onOpen={setOpened} />
      )}
    </Drawer>
  )
}

function RevisionList({ onOpen }: { onOpen: (revision: Revision) => void }) {
  const kind = useDocumentKind()
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: ['revisions', kind, page],
    queryFn: () => callAdmin(editingCalls.listRevisions, { params: { kind }, query: { page } }),
    placeholderData: (previous) => previous,
  })
  if (list.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (list.isError) return <LoadFailure error={list.error} fallback="获取历史版本失败" onRetry={() => list.refetch()} />
  const { data, pagination } = list.data
  if (data.length === 0) return <p className="text-muted">这份内容还没有保存过。</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((revision) => (
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
              {revision.changes && <p className="text-sm text-muted">{describeRevision(kind, revision.changes)}</p>}
            </div>
            <Button aria-label={`查看第${revision.revision}版`} onClick={() => onOpen(revision)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
      {pagination.total > 1 && (
        <Pagination
          className="pt-4"
          size="small"
          current={pagination.current}
          pageSize={pagination.limit}
          total={pagination.totalItems}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

/** `修改3处：主视觉、统计数据`. */
function describeRevision(
  kind: keyof typeof FORMS,
  { paths, sections }: { paths: number; sections: readonly string[] },
): string {
  const names = [...new Set(sections.map((section) => getLabel(FORMS[kind], section).split(' › ')[0]))]
  return names.length > 0 ? `修改${paths}处：${names.join('、')}` : `修改${paths}处`
}
