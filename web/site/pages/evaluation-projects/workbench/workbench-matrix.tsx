import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import {
  countTotalDecimals,
  createColumnFormat,
  formatNumber,
  formatPercent,
} from '#contracts/rules/evaluation/format-figures.ts'
import { COVERAGE_MIN } from '#contracts/rules/evaluation/scoring.ts'
import { CandidateMark, numberCandidates } from '../../../components/candidate-mark.tsx'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { CriterionRow, formatMatrixScore, ROW_HEADER_CLASS } from './criterion-row.tsx'
import { type CellRef, type MatrixGroup, tabulateMatrix } from './workbench-data.ts'

type WorkbenchMatrixProps = {
  setup: ProjectSetup
  analysis: Analysis
  /** Returns how many judges count for a candidate. */
  getJudgeCount: (candidate: string) => number
  onOpen: (cell: CellRef) => void
}

/** With at least this number of candidates, names are printed vertically, and scores in a smaller font. */
const MIN_VERTICAL_NAMES = 9

/** A heat map of criteria × candidates; arrow keys move between cells, Enter opens a cell. */
export function WorkbenchMatrix({ setup, analysis, getJudgeCount, onOpen }: WorkbenchMatrixProps) {
  const groups = useMemo(() => tabulateMatrix(setup, analysis), [setup, analysis])
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const names = useMemo(() => new Map(setup.candidates.map(({ key, name }) => [key, name])), [setup])
  const [activeCell, setActiveCell] = useState({ row: 0, column: 0 })
  const scrollContainer = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const onFocus = useCallback((row: number, column: number) => setActiveCell({ row, column }), [])
  const candidates = analysis.candidates.map(({ key }) => key)
  const isNarrow = candidates.length >= MIN_VERTICAL_NAMES

  function handleKeyDown(event: KeyboardEvent) {
    const target = getTargetCell(event.key, activeCell, { rows: rows.length, columns: candidates.length })
    if (!target) return
    event.preventDefault()
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${target.row}-${target.column}"]`)
    // Scrolling on focus would hide the candidates' names.
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    scrollContainer.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div
      ref={scrollContainer}
      className="max-h-[calc(100dvh-6rem)] scroll-mt-20 scroll-mb-2 scroll-pt-14 scroll-pb-32 scroll-pl-40 overflow-auto rounded-card border border-line bg-surface [print-color-adjust:exact] print:max-h-none print:overflow-visible print:border-0"
    >
      <table
        ref={table}
        onKeyDown={handleKeyDown}
        className={`w-full border-separate border-spacing-0 text-sm print:table-fixed ${isNarrow ? 'print:text-[0.5rem]' : 'print:text-xs'}`}
      >
        <caption className="sr-only">各候选在各准则上的得分</caption>
        <ColumnHeaders candidates={candidates} names={names} isNarrow={isNarrow} />
        {groups.map((group) => (
          <tbody key={group.key}>
            <GroupRow group={group} candidates={candidates} />
            {group.rows.map((row) => {
              const rowIndex = rows.indexOf(row)
              return (
                <CriterionRow
                  key={row.criterion}
                  row={row}
                  rowIndex={rowIndex}
                  names={names}
                  getJudgeCount={getJudgeCount}
                  isNarrow={isNarrow}
                  activeColumn={activeCell.row === rowIndex ? activeCell.column : null}
                  onFocus={onFocus}
                  onOpen={onOpen}
                />
              )
            })}
          </tbody>
        ))}
        <Totals analysis={analysis} />
      </table>
    </div>
  )
}

type ColumnHeadersProps = { candidates: readonly string[]; names: ReadonlyMap<string, string>; isNarrow: boolean }

function ColumnHeaders({ candidates, names, isNarrow }: ColumnHeadersProps) {
  const numbers = numberCandidates(names.keys())
  return (
    <thead>
      <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:border-b [&>th]:border-ink [&>th]:bg-surface print:[&>th]:static">
        <th
          scope="col"
          className="left-0 z-30 min-w-32 px-3 py-2 text-left font-normal text-muted print:w-40 print:px-1 print:py-1"
        >
          准则与占比
        </th>
        {candidates.map((key) => (
          <th
            key={key}
            scope="col"
            className="z-20 min-w-20 px-2 py-2 font-semibold print:min-w-0 print:px-1 print:py-1"
          >
            <bdi
              className={`line-clamp-2 ${isNarrow ? 'print:mx-auto print:block print:h-36 print:overflow-hidden print:text-left print:[writing-mode:vertical-rl]' : ''}`}
            >
              <CandidateMark index={numbers.get(key)} />
              {names.get(key) ?? key}
            </bdi>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The scores of a group of criteria. */
const GroupRow = ({ group, candidates }: { group: MatrixGroup; candidates: readonly string[] }) => (
  <tr className="[&>*]:border-b [&>*]:border-line">
    <th scope="row" className={`${ROW_HEADER_CLASS} font-semibold`}>
      {group.title}
      <span className="ml-2 font-normal text-muted tabular-nums">{formatNumber(group.share)}%</span>
    </th>
    {candidates.map((key, column) => (
      <td key={key} className="px-2 py-2 text-center font-semibold tabular-nums print:px-0 print:py-0.5">
        {formatMatrixScore(group.scores[column] ?? null)}
      </td>
    ))}
  </tr>
)

/** Returns the cell to which a key moves the focus, or `undefined` for other keys. */
function getTargetCell(
  key: string,
  { row, column }: { row: number; column: number },
  { rows, columns }: { rows: number; columns: number },
) {
  const targets: Record<string, { row: number; column: number }> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const target = targets[key]
  if (!target) return undefined
  const clamp = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))
  return { row: clamp(target.row, rows), column: clamp(target.column, columns) }
}

function Totals({ analysis: { candidates } }: { analysis: Analysis }) {
  const formatTotal = createColumnFormat(
    candidates.map(({ total }) => total),
    countTotalDecimals,
  )
  return (
    // The shadow shows that rows scroll beneath it.
    <tfoot className="sticky bottom-0 z-20 bg-surface print:static print:table-row-group [&_tr:first-child>*]:border-t [&_tr:first-child>*]:border-ink [&_tr:first-child>*]:shadow-[0_-14px_12px_-10px_color-mix(in_srgb,var(--ink)_35%,transparent)] print:[&_tr:first-child>*]:shadow-none">
      <tr>
        <th scope="row" className={`${ROW_HEADER_CLASS} font-semibold`}>
          总分与名次
        </th>
        {candidates.map(({ key, total, rank }) => (
          <td key={key} className="bg-surface px-2 pt-2 text-center tabular-nums print:px-0">
            <span className="text-lg font-semibold print:text-[1.2em]">
              {total === null ? '未评' : formatTotal(total)}
            </span>
            {rank !== null && <span className="block text-xs text-muted print:text-[1em]">第{rank}名</span>}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row" className={`${ROW_HEADER_CLASS} font-semibold`}>
          结论
        </th>
        {candidates.map(({ key, recommendation, coverage }) => (
          <td key={key} className="bg-surface px-2 py-2 text-center print:px-0">
            {recommendation ? (
              <VerdictSeal verdict={recommendation} className="mx-auto size-11 print:size-7" />
            ) : (
              <span className="text-xs">
                证据不足
                <span className="block text-muted tabular-nums">已评{formatPercent(coverage, [COVERAGE_MIN])}</span>
              </span>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
