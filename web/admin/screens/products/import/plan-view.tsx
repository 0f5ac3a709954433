import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ImportSummary, ProductImport } from '#contracts/products/product-import.ts'
import { ROW_ACTION_LABELS, ROW_ACTIONS, type RowAction } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import { ChoiceTabs } from '../../../components/choice-tabs.tsx'
import { PagedList } from '../../../lists/paged-list.tsx'
import { listImportRows } from '../catalogue-calls.ts'
import { PlanTable } from './plan-table.tsx'
import { RejectedRowsDownload } from './rejected-rows-download.tsx'

const STOPPED = new Set<ProductImport['status']>(['cancelled', 'failed', 'interrupted'])

/** Shows an import before or after it is applied: a summary, then row by row. */
export function PlanView({ run, settings }: { run: ProductImport; settings?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <Summary run={run} />
      {settings}
      {run.plannedRows > 0 && <PlannedRows run={run} />}
    </div>
  )
}

/** The rows, filtered by their planned action. */
function PlannedRows({ run }: { run: ProductImport }) {
  const { catalogue, id, status, counts, appliedRows } = run
  const [action, setAction] = useState<RowAction | ''>('')
  const [page, setPage] = useState(1)
  const rowsQuery = useQuery({
    queryKey: ['product-import', catalogue, id, 'rows', action, page, appliedRows],
    queryFn: () => listImportRows(catalogue, id, { action: action || undefined, page }),
    placeholderData: keepPreviousData,
  })
  function selectAction(next: RowAction | '') {
    setAction(next)
    setPage(1)
  }
  return (
    <>
      {counts.reject > 0 && <RejectedRowsDownload run={run} />}
      <ChoiceTabs
        label="按结果筛选"
        options={[
          { value: '', label: '全部', count: run.plannedRows },
          ...ROW_ACTIONS.filter((rowAction) => counts[rowAction] > 0).map((rowAction) => ({
            value: rowAction,
            label: ROW_ACTION_LABELS[rowAction],
            count: counts[rowAction],
            warningIcon: rowAction === 'reject' && <CircleX className="size-4" aria-hidden />,
          })),
        ]}
        value={action}
        onChange={selectAction}
      />
      <PagedList
        query={rowsQuery}
        filters={{ goToPage: setPage, isFiltered: action !== '', clear: () => selectAction('') }}
        errorMessage={MESSAGES.importRowsFailed}
        emptyContent={null}
        itemName="行"
        unit=""
      >
        {(rows) => <PlanTable rows={rows} isStopped={STOPPED.has(status)} />}
      </PagedList>
    </>
  )
}

function Summary({ run }: { run: ProductImport }) {
  // The notes describe the plan: after a stop, the catalogue isn't what they say.
  const notes = run.summary && !STOPPED.has(run.status) ? listNotes(run.summary) : []
  return (
    <>
      <ImportResult run={run} />
      {notes.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={
            <ul className="flex flex-col gap-1">
              {notes.map((note) => (
                <li key={note} className="break-words">
                  {note}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}

/** Shows the result of an import that has finished or stopped. */
function ImportResult({ run: { status, counts, appliedRows, failure, canResume } }: { run: ProductImport }) {
  const { create, update, reject } = counts
  if (status === 'done')
    return (
      <Alert
        type="success"
        showIcon
        role="status"
        title={`数据导入成功！新建${create}个，更新${update}个${reject > 0 ? `；${reject}行被拒绝，没有导入` : ''}。`}
      />
    )
  if (status === 'planned' || status === 'reading' || status === 'applying') return null
  const remainingRows = create + update - appliedRows
  const summary = `已导入${appliedRows}行，其余${remainingRows}行没有导入。`
  const advice = canResume
    ? '可以从停下的地方继续。'
    : '要导入其余的行，请重新选择文件试运行：已经导入的会显示为“无变化”。'
  const description = status === 'interrupted' ? `${summary}${advice}` : advice
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={status === 'cancelled' ? `导入已停止：${summary}` : (failure ?? summary)}
      description={status === 'failed' ? undefined : description}
    />
  )
}

const MAX_NAMES = 6
const formatList = (values: readonly string[]) =>
  `${values.slice(0, MAX_NAMES).join('、')}${values.length > MAX_NAMES ? `等${values.length}个` : ''}`

const listNotes = ({ ignoredColumns, newCategories, newPrices, notices }: ImportSummary): string[] => [
  ...(ignoredColumns.length > 0 ? [`不认识的列，没有导入：${ignoredColumns.join('、')}`] : []),
  ...(newCategories.length > 0 ? [`目录的类别清单里没有的类别，照原样导入：${formatList(newCategories)}`] : []),
  ...(newPrices.length > 0 ? [`目录的价格区间里没有的价格，照原样导入：${formatList(newPrices)}`] : []),
  ...notices,
]
