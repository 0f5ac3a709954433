import { useState } from 'react'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import type { Dispute } from '#contracts/rules/evaluation/list-disputes.ts'
import { Button } from '../../../components/buttons.tsx'
import type { CellRef } from './workbench-data.ts'

/** The number of disputes that are listed until the list is expanded. */
const COLLAPSED_COUNT = 10

type DisputeListProps = {
  disputes: readonly Dispute[]
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** The cells whose scores differ most, largest difference first; pressing one opens the cell. */
export function DisputeList({ disputes, names, titles, onOpen }: DisputeListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      <ul className="divide-y divide-line border-y border-line print:columns-2 print:gap-6 print:text-xs">
        {disputes.map(({ candidate, criterion, min, max, spread }, index) => (
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
                <span className="mr-3 text-muted">
                  {formatNumber(min)}至{formatNumber(max)}
                </span>
                相差{formatNumber(spread)}分
              </span>
            </button>
          </li>
        ))}
      </ul>
      {disputes.length > COLLAPSED_COUNT && (
        <Button variant="outline" className="mt-3" onClick={() => setIsExpanded(!isExpanded)} data-print="none">
          {isExpanded ? '只看最大的' : `查看全部${disputes.length}项`}
        </Button>
      )}
    </>
  )
}
