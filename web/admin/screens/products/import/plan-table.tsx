import { CircleSlash, Equal, type LucideIcon, Pencil, Plus, SkipForward } from 'lucide-react'
import { getFieldLabel } from '#contracts/products/product-columns.ts'
import { type PlannedRow, ROW_ACTION_LABELS, type RowAction } from '#contracts/products/product-table.ts'
import { type Column, RecordTable } from '../../../lists/record-table.tsx'

const ACTION_STYLES: Record<RowAction, { icon: LucideIcon; tone: string }> = {
  create: { icon: Plus, tone: 'text-indigo' },
  update: { icon: Pencil, tone: 'text-ink' },
  unchanged: { icon: Equal, tone: 'text-muted' },
  skip: { icon: SkipForward, tone: 'text-muted' },
  reject: { icon: CircleSlash, tone: 'text-danger' },
}

function ActionLabel({ action }: PlannedRow) {
  const { icon: Icon, tone } = ACTION_STYLES[action]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${tone}`}>
      <Icon className="size-4" aria-hidden />
      {ROW_ACTION_LABELS[action]}
    </span>
  )
}

const COLUMNS: Column<PlannedRow>[] = [
  { title: '行', renderCell: ({ row }) => row, className: 'whitespace-nowrap tabular-nums text-muted' },
  { title: '结果', renderCell: ActionLabel },
  { title: '产品', renderCell: ({ name }) => <span className="break-words">{name || '（没有名称）'}</span> },
  { title: '说明', renderCell: RowNotes },
]

/** The rows of a plan, each with its reason, warnings or changes. */
export const PlanTable = ({ rows }: { rows: readonly PlannedRow[] }) => (
  <RecordTable
    label="逐行结果"
    items={rows}
    getKey={({ row }) => String(row)}
    columns={COLUMNS}
    renderCard={(row) => (
      <>
        <p className="flex flex-wrap items-center gap-x-3">
          <ActionLabel {...row} />
          <span className="text-sm text-muted tabular-nums">第{row.row}行</span>
        </p>
        <p className="font-semibold break-words">{row.name || '（没有名称）'}</p>
        <RowNotes {...row} />
      </>
    )}
  />
)

function RowNotes({ reasons, hints, changes }: PlannedRow) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {reasons.map(({ path, message, cell }) => (
        <li key={`${path} ${message}`} className="break-words text-danger">
          {path && `${getFieldLabel(path)}${cell === undefined ? '' : `（${cell}）`}：`}
          {message}
        </li>
      ))}
      {changes.map(({ path, before, after }) => (
        <li key={path} className="break-words">
          {getFieldLabel(path)}：
          {before && (
            <>
              <del className="text-muted">{before}</del> 改为{' '}
            </>
          )}
          <ins className="no-underline">{after || '（空）'}</ins>
        </li>
      ))}
      {hints.map(({ path, message }) => (
        <li key={path} className="break-words text-muted">
          {message}
        </li>
      ))}
    </ul>
  )
}
