import { useState } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import { createPercentFormat } from '#contracts/rules/evaluation/format-figures.ts'
import { Button } from '../../../components/buttons.tsx'
import { getMargin, sortIntervals } from './robustness-data.ts'
import { WorkbenchChart } from './workbench-chart.tsx'

/** The number of intervals that are shown until the list is expanded. */
const COLLAPSED_COUNT = 8

type RobustnessTornadoProps = { analysis: Analysis; titles: ReadonlyMap<string, string> }

/** The interval in which each criterion's share can change without changing the winner; the narrowest on top. */
export function RobustnessTornado({ analysis, titles }: RobustnessTornadoProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const intervals = sortIntervals(analysis.weightIntervals)
  const getTitle = (key: string) => titles.get(key) ?? key
  const formatShare = createPercentFormat(intervals.flatMap(({ share, winner }) => [share, winner.from, winner.to]))
  return (
    <WorkbenchChart
      title="占比能动多少，第一名不变"
      isLabeled
      lead="单独改变一条准则的占比，其余按比例让出。竖线是现在的占比，空间最小的在前。"
      columns={['准则', '现占比', '可低至', '可高至']}
      rows={intervals.map(({ criterion, share, winner }) => ({
        key: criterion,
        cells: [getTitle(criterion), formatShare(share), formatShare(winner.from), formatShare(winner.to)],
      }))}
    >
      <ul className="space-y-2 print:columns-2 print:gap-6 print:space-y-0">
        {intervals.map((interval, index) => {
          const { criterion, share, winner } = interval
          const isUnbounded = getMargin(interval) === Number.POSITIVE_INFINITY
          return (
            // In print, the list is complete.
            <li
              key={criterion}
              className={`break-inside-avoid ${isExpanded || index < COLLAPSED_COUNT ? '' : 'hidden print:block'}`}
            >
              <p className="flex flex-wrap justify-between gap-x-4 text-sm print:text-xs">
                <span>{getTitle(criterion)}</span>
                <span className="text-muted tabular-nums">
                  现{formatShare(share)}，
                  <span>
                    {isUnbounded ? '怎样变都不影响' : `${formatShare(winner.from)}至${formatShare(winner.to)}`}
                  </span>
                </span>
              </p>
              <svg className="h-5 w-full" aria-hidden="true" focusable="false">
                <rect y="8" width="100%" height="4" rx="2" className="fill-line" />
                <rect
                  x={`${winner.from * 100}%`}
                  width={`${(winner.to - winner.from) * 100}%`}
                  y="4"
                  height="12"
                  className={isUnbounded ? 'fill-control' : 'fill-indigo'}
                  fillOpacity={isUnbounded ? 0.45 : 0.75}
                />
                <line
                  x1={`${share * 100}%`}
                  x2={`${share * 100}%`}
                  y1="0"
                  y2="20"
                  className="stroke-ink"
                  strokeWidth="2.5"
                />
              </svg>
            </li>
          )
        })}
      </ul>
      {intervals.length > COLLAPSED_COUNT && (
        <Button variant="outline" className="mt-3" onClick={() => setIsExpanded(!isExpanded)} data-print="none">
          {isExpanded ? '只看最敏感的' : `查看全部${intervals.length}条`}
        </Button>
      )}
    </WorkbenchChart>
  )
}
