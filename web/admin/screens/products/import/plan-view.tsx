import { Alert } from 'antd'
import { CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ImportPlan, ROW_ACTION_LABELS, ROW_ACTIONS, type RowAction } from '#contracts/products/product-table.ts'
import { ListFoot } from '../../../lists/list-foot.tsx'
import { ChoiceTab, ChoiceTabs } from '../../../parts/choice-tab.tsx'
import { PlanTable } from './plan-table.tsx'

const PER_PAGE = 50

/** Shows the planned or applied import: totals, then row by row. */
export function PlanView({ plan, mapping }: { plan: ImportPlan; mapping?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <Summary plan={plan} />
      {mapping}
      {plan.rows.length > 0 && <PlannedRows plan={plan} />}
    </div>
  )
}

/** The rows, by what becomes of them. */
function PlannedRows({ plan }: { plan: ImportPlan }) {
  const [act, setAct] = useState<RowAction>()
  const [page, setPage] = useState(1)
  const rows = act ? plan.rows.filter((row) => row.act === act) : plan.rows
  function toggleFilter(next: RowAction | undefined) {
    setAct(next)
    setPage(1)
  }
  return (
    <>
      <ChoiceTabs label="按结果筛选">
        <ChoiceTab label="全部" count={plan.rows.length} isChosen={!act} onChoose={() => toggleFilter(undefined)} />
        {ROW_ACTIONS.filter((item) => plan.counts[item] > 0).map((item) => (
          <ChoiceTab
            key={item}
            label={ROW_ACTION_LABELS[item]}
            count={plan.counts[item]}
            isChosen={act === item}
            alarm={item === 'refuse' && <CircleX className="size-4" aria-hidden />}
            onChoose={() => toggleFilter(item)}
          />
        ))}
      </ChoiceTabs>
      <PlanTable rows={rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)} />
      {rows.length > PER_PAGE && (
        <ListFoot current={page} pageSize={PER_PAGE} total={rows.length} noun="" unit="行" onChange={setPage} />
      )}
    </>
  )
}

function Summary({ plan }: { plan: ImportPlan }) {
  const { create, update, refuse } = plan.counts
  const notes = listNotes(plan)
  return (
    <>
      {plan.isApplied && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={`数据导入成功！新建${create}个，更新${update}个${refuse > 0 ? `；${refuse}行被拒绝，没有导入` : ''}。`}
        />
      )}
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

const NAMES_SHOWN = 6
const formatList = (values: readonly string[]) =>
  `${values.slice(0, NAMES_SHOWN).join('、')}${values.length > NAMES_SHOWN ? `等${values.length}个` : ''}`

const listNotes = ({ ignoredColumns, newCategories, newPrices, notices }: ImportPlan): string[] => [
  ...(ignoredColumns.length > 0 ? [`不认识的列，没有导入：${ignoredColumns.join('、')}`] : []),
  ...(newCategories.length > 0 ? [`目录的类别清单里没有的类别，照原样导入：${formatList(newCategories)}`] : []),
  ...(newPrices.length > 0 ? [`目录的价格区间里没有的价格，照原样导入：${formatList(newPrices)}`] : []),
  ...notices,
]
