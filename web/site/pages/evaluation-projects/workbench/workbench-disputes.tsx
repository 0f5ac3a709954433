import { useState } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import { DISPUTED_SPREAD } from '#contracts/rules/evaluation/agreement.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { Button } from '../../../components/buttons.tsx'
import type { CellRef } from './workbench-data.ts'

/** The number of disputes that are listed until the list is expanded. */
const COLLAPSED_COUNT = 10

type WorkbenchDisputesProps = {
  analysis: Analysis
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** The cells whose scores differ most, largest difference first; pressing one opens the cell. */
export function WorkbenchDisputes({ analysis, names, titles, onOpen }: WorkbenchDisputesProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { disputed, units } = analysis.agreement
  if (disputed.length === 0)
    return units === 0 ? null : <p className="text-muted">没有相差超过{DISPUTED_SPREAD}分的评分。</p>
  const results = new Map(analysis.candidates.map(({ key, criteria }) => [key, criteria]))
  return (
    <>
      <ul className="divide-y divide-line border-y border-line print:columns-2 print:gap-6 print:text-xs">
        {disputed.map(({ candidate, criterion, spread }, index) => {
          const result = results.get(candidate)?.[criterion]
          return (
            // In print, the list is complete.
            <li
              key={`${candidate} ${criterion}`}
              className={`break-inside-avoid ${isExpanded || index < COLLAPSED_COUNT ? '' : 'hidden print:block'}`}
            >
              <button
                type="button"
                onClick={() => onOpen({ candidate, criterion })}
                className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-4 px-2 py-1 text-left hover:bg-indigo-tint print:min-h-0 print:py-0.5"
              >
                <span>
                  <bdi className="font-medium">{names.get(candidate) ?? candidate}</bdi>：
                  {titles.get(criterion) ?? criterion}
                </span>
                <span className="text-sm tabular-nums print:text-xs">
                  {result && (
                    <span className="mr-3 text-muted">
                      {formatNumber(result.min)}至{formatNumber(result.max)}
                    </span>
                  )}
                  相差{formatNumber(spread)}分
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {disputed.length > COLLAPSED_COUNT && (
        <Button variant="outline" className="mt-3" onClick={() => setIsExpanded(!isExpanded)} data-print="none">
          {isExpanded ? '只看最大的' : `查看全部${disputed.length}项`}
        </Button>
      )}
    </>
  )
}
