import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ACT_KIND_NAMES, ACT_KINDS, type ActKind } from '#contracts/evaluation-projects/acts.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { download } from '../../../../shared/download.ts'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { queryOf } from '../../../query-of.ts'
import { ActList } from './act-list.tsx'

/** The record of a project, which is loaded whenever its tab is shown. */
export function RecordTab({ projectId, isShown }: { projectId: string; isShown: boolean }) {
  const [kind, setKind] = useState<ActKind>()
  const [page, setPage] = useState(1)
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...queryOf(projectCalls.listRecord, { params: { id: projectId }, query: { kind, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isShown,
  })
  return (
    <section aria-label="项目记录" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3" data-print="none">
        <select
          aria-label="只看"
          className={`${CONTROL_CLASS} w-auto pr-9`}
          value={kind ?? ''}
          onChange={({ target }) => {
            setKind(ACT_KIND_NAMES.find((name) => name === target.value))
            setPage(1)
          }}
        >
          <option value="">全部记录</option>
          {ACT_KIND_NAMES.map((name) => (
            <option key={name} value={name}>
              {ACT_KINDS[name]}
            </option>
          ))}
        </select>
        <ExportButton projectId={projectId} />
      </div>
      <p className="text-sm text-muted">谁在什么时候做了什么，只增不改，不含评分；定稿时随报告签名。</p>
      {isPending && <div className="skeleton h-96" role="status" aria-label="正在加载" />}
      {isLoadingError && <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />}
      {data?.items.length === 0 && <EmptyNotice message="还没有这一类的记录。" />}
      {data && data.items.length > 0 && (
        <>
          <ActList label="记录" acts={data.items} />
          <PageButtons {...data.pagination} onChoose={setPage} />
        </>
      )}
    </section>
  )
}

type PageButtonsProps = { current: number; total: number; onChoose: (page: number) => void }

function PageButtons({ current, total, onChoose }: PageButtonsProps) {
  if (total <= 1) return null
  return (
    <nav aria-label="分页" className="flex items-center justify-between gap-3" data-print="none">
      <Button variant="outline" isUnavailable={current <= 1} onClick={() => onChoose(current - 1)}>
        上一页
      </Button>
      <span className="text-sm text-muted tabular-nums">
        第{current}页，共{total}页
      </span>
      <Button variant="outline" isUnavailable={current >= total} onClick={() => onChoose(current + 1)}>
        下一页
      </Button>
    </nav>
  )
}

function ExportButton({ projectId }: { projectId: string }) {
  const exportMutation = useDownload(() =>
    download(projectCalls.exportRecord, { params: { id: projectId }, query: { format: 'xlsx' } }),
  )
  return (
    <Button variant="outline" isBusy={exportMutation.isPending} onClick={() => exportMutation.mutate()}>
      <Download className="size-4" aria-hidden />
      导出Excel
    </Button>
  )
}
