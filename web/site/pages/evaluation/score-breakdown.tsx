import type { Report } from '#contracts/evaluation/evaluation.ts'
import { calculateWeightedParts } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { countMeanDecimals, formatDecimal } from './describe-calculation.ts'

/** The three scores, their weights, and their contributions to the total. */
export function ScoreBreakdown({ report }: { report: Report }) {
  const parts = calculateWeightedParts(report, report.weights)
  const mean = parts.reduce((sum, { part }) => sum + part, 0)
  return (
    <table className="w-full border-y border-ink print:[&_td]:py-1 print:[&_th]:py-1">
      <caption className="sr-only">三项得分、权重与加权得分</caption>
      <thead>
        <tr className="text-sm text-muted">
          {['组', '得分', '权重', '加权得分'].map((title) => (
            <th key={title} scope="col" className="py-2 text-right font-normal first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {parts.map(({ group, score, share, part }) => (
          <tr key={group} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium">
              {SCORE_GROUP_LABELS[group]}
            </th>
            <td className="py-2 text-right">{score}</td>
            <td className="py-2 text-right">{formatDecimal(share)}%</td>
            <td className="py-2 text-right">{part.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular-nums">
        <tr className="border-t border-control">
          <th scope="row" colSpan={3} className="py-2 text-left font-medium">
            合计
          </th>
          <td className="py-2 text-right">{mean.toFixed(countMeanDecimals(mean))}</td>
        </tr>
        <tr className="border-t border-line font-semibold">
          <th scope="row" colSpan={3} className="py-2 text-left">
            综合得分（四舍五入）
          </th>
          <td className="py-2 text-right">{report.score}</td>
        </tr>
      </tfoot>
    </table>
  )
}
