import { memo } from 'react'
import { countDecimals, formatFixed, formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { type CellRef, getHeatStep, type MatrixCell, type MatrixRow } from './workbench-data.ts'

/** The background colours of the heat map by step. Darker means higher; text is legible on all of them. */
const HEAT_CLASSES = [
  'bg-surface',
  'bg-[color-mix(in_srgb,var(--indigo)_4%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--indigo)_9%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--indigo)_15%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--indigo)_22%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--indigo)_30%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--indigo)_39%,var(--surface))]',
] as const

/** From what counted criteria are counted. */
const SOURCE_LABELS: Record<NonNullable<MatrixRow['source']>, string> = {
  offers: '由报价计算',
  runs: '由实测计算',
  measured: '由试点数据判定',
}

/** The classes of the row headers, which stay visible when the matrix is scrolled sideways. */
export const ROW_HEADER_CLASS =
  'sticky left-0 z-10 bg-surface px-3 py-2 text-left font-normal print:static print:px-1 print:py-0.5'

/** Returns a score with a decimal, like all others of the matrix; it isn't shown as reaching the minimum if it is below. */
export const formatMatrixScore = (score: number | null, minimum: number | null = null): string =>
  score === null ? '未评' : formatFixed(score, countDecimals(score, minimum === null ? [] : [minimum]))

type CriterionRowProps = {
  row: MatrixRow
  rowIndex: number
  names: ReadonlyMap<string, string>
  /** Returns how many judges count for a candidate. */
  getJudgeCount: (candidate: string) => number
  isNarrow: boolean
  /** The column of the roving tabindex; `null` in the other rows. */
  activeColumn: number | null
  onFocus: (row: number, column: number) => void
  onOpen: (cell: CellRef) => void
}

/** Memoized, so that moving the focus only rerenders the row that it leaves and the row that it enters. */
export const CriterionRow = memo(function CriterionRow(props: CriterionRowProps) {
  const { row, rowIndex, names, getJudgeCount, isNarrow, activeColumn, onFocus, onOpen } = props
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={`${ROW_HEADER_CLASS} min-w-32 border-b border-line`}>
        {row.title}
        <span className="ml-2 whitespace-nowrap text-muted tabular-nums">{formatNumber(row.share)}%</span>
        {row.source && <span className="block text-xs text-muted print:text-[1em]">{SOURCE_LABELS[row.source]}</span>}
        {row.isRequired && (
          <span className="block text-xs text-cinnabar print:text-[1em]">一票否决：低于{row.minimum}分</span>
        )}
      </th>
      {row.cells.map((cell, column) => (
        <td key={cell.candidate} className="h-px border-b border-l border-line p-0">
          <button
            type="button"
            data-cell={`${rowIndex}-${column}`}
            tabIndex={activeColumn === column ? 0 : -1}
            aria-label={`${names.get(cell.candidate) ?? cell.candidate}，${row.title}：${describeCell(row, cell, getJudgeCount(cell.candidate))}`}
            onFocus={() => onFocus(rowIndex, column)}
            onClick={() => onOpen({ candidate: cell.candidate, criterion: row.criterion })}
            className={`flex h-full min-h-12 w-full flex-col items-center justify-center px-1 leading-tight whitespace-nowrap tabular-nums print:min-h-0 print:py-0.5 ${isNarrow ? 'print:px-0' : 'print:flex-row print:gap-x-2'} focus-visible:-outline-offset-2 ${getHeatClass(cell)}`}
          >
            <CellScore row={row} cell={cell} isNarrow={isNarrow} />
            <CellMarks row={row} cell={cell} judgeCount={getJudgeCount(cell.candidate)} isNarrow={isNarrow} />
          </button>
        </td>
      ))}
    </tr>
  )
})

const getHeatClass = ({ value }: MatrixCell): string | undefined =>
  value === null ? 'border-2 border-dashed border-control' : HEAT_CLASSES[getHeatStep(value)]

function CellScore({ row, cell: { value }, isNarrow }: { row: MatrixRow; cell: MatrixCell; isNarrow: boolean }) {
  if (value === null) return <span className="text-muted">{formatMatrixScore(value)}</span>
  return (
    <span className={`text-base ${isNarrow ? 'print:text-[0.5rem]' : 'print:text-sm'}`}>
      {formatMatrixScore(value, row.minimum)}
    </span>
  )
}

type CellMarksProps = { row: MatrixRow; cell: MatrixCell; judgeCount: number; isNarrow: boolean }

function CellMarks({ row, cell, judgeCount, isNarrow }: CellMarksProps) {
  const marks = listMarks(row, cell, judgeCount)
  if (marks.length === 0) return null
  return (
    <span className={`text-xs ${isNarrow ? 'text-center print:text-[0.4rem] print:whitespace-normal' : ''}`}>
      {marks.join(' ')}
    </span>
  )
}

const listMarks = (
  { source }: MatrixRow,
  { value, isVetoed, isDisputed, spread, judges }: MatrixCell,
  judgeCount: number,
): string[] => [
  ...(isVetoed ? ['否决'] : []),
  ...(isDisputed ? [`差${formatNumber(spread)}`] : []),
  ...(value !== null && source === null && judges < judgeCount ? [`${judges}/${judgeCount}人`] : []),
]

const describeCell = (row: MatrixRow, cell: MatrixCell, judgeCount: number): string =>
  [formatMatrixScore(cell.value, row.minimum), ...listMarks(row, cell, judgeCount)].join('，')
