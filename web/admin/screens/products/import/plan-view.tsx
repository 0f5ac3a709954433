import { Alert } from 'antd'
import { CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IMPORT } from '#contracts/limits.ts'
import { type ImportPlan, ROW_ACTION_LABELS, ROW_ACTIONS, type RowAction } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ChoiceTabs } from '../../../components/choice-tabs.tsx'
import { ListFooter } from '../../../lists/list-footer.tsx'
import type { ImportRequest } from '../catalogue-calls.ts'
import { PlanTable } from './plan-table.tsx'
import { RejectedRowsDownload } from './rejected-rows-download.tsx'

type PlanViewProps = {
  catalogue: Catalogue
  plan: ImportPlan
  /** What was planned. */
  request: ImportRequest
  isSaved?: boolean
  settings?: ReactNode
}

/** Shows a plan before or after it is saved: a summary, then row by row. */
export function PlanView({ catalogue, plan, request, isSaved = false, settings }: PlanViewProps) {
  const { create, update, reject } = plan.counts
  const notes = listNotes(plan)
  return (
    <div className="flex flex-col gap-4">
      {isSaved && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={`数据导入成功！新建${create}个，更新${update}个${reject > 0 ? `；${reject}行被拒绝，没有导入` : ''}。`}
        />
      )}
      {notes.length > 0 && <Notes notes={notes} />}
      {settings}
      {reject > 0 && <RejectedRowsDownload catalogue={catalogue} request={request} count={reject} />}
      {plan.rows.length > 0 && <PlannedRows key={`rows ${plan.fingerprint}`} plan={plan} />}
    </div>
  )
}

const Notes = ({ notes }: { notes: readonly string[] }) => (
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
)

/** The rows, filtered by their planned action. */
function PlannedRows({ plan: { counts, rows } }: { plan: ImportPlan }) {
  const [action, setAction] = useState<RowAction | ''>('')
  const [page, setPage] = useState(1)
  const total = ROW_ACTIONS.reduce((sum, rowAction) => sum + counts[rowAction], 0)
  const listed = action === '' ? rows : rows.filter((row) => row.action === action)
  const isCut = listed.length < (action === '' ? total : counts[action])
  function selectAction(next: RowAction | '') {
    setAction(next)
    setPage(1)
  }
  return (
    <>
      <ChoiceTabs
        label="按结果筛选"
        options={[
          { value: '', label: '全部', count: total },
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
      {isCut && <p className="text-sm text-muted">下面只列出每种结果的前{IMPORT.listedRows}行，导入的是全部。</p>}
      <div>
        <PlanTable rows={listed.slice((page - 1) * IMPORT.rowsPerPage, page * IMPORT.rowsPerPage)} />
        <ListFooter
          current={page}
          pageSize={IMPORT.rowsPerPage}
          total={listed.length}
          itemName="行"
          unit=""
          onChange={setPage}
        />
      </div>
    </>
  )
}

const MAX_NAMES = 6
const formatList = (values: readonly string[]) =>
  `${values.slice(0, MAX_NAMES).join('、')}${values.length > MAX_NAMES ? `等${values.length}个` : ''}`

const listNotes = ({ ignoredColumns, newCategories, newPrices, notices }: ImportPlan): string[] => [
  ...(ignoredColumns.length > 0 ? [`不认识的列，没有导入：${ignoredColumns.join('、')}`] : []),
  ...(newCategories.length > 0 ? [`目录的类别清单里没有的类别，照原样导入：${formatList(newCategories)}`] : []),
  ...(newPrices.length > 0 ? [`目录的价格区间里没有的价格，照原样导入：${formatList(newPrices)}`] : []),
  ...notices,
]
