import { listVerdictRanges, type Thresholds } from '#contracts/rules/score.ts'
import type { Recommendation } from '#contracts/vocabulary.ts'

/** The advice to buyers for each verdict. */
const VERDICT_ADVICE: Record<Recommendation, string> = {
  强烈推荐: '三组证据充分，可以进入采购；把未满分的准则写进验收条款。',
  推荐: '可以推广，短板须写明责任与期限，列为复评条件。',
  谨慎推荐: '限定范围试用，补齐证据后复评，暂不扩大投入。',
  暂不推荐: '现阶段不采购；问题修复后，用同一任务集重新评估。',
}

/** Shows the four verdicts with their score ranges and advice, and highlights the verdict of `score`. */
export function VerdictScale({ thresholds, score }: { thresholds: Thresholds; score?: number | undefined }) {
  return (
    <table className="w-full border-y border-line text-sm">
      <caption className="sr-only">结论档位与分数线</caption>
      <thead>
        <tr className="border-b border-line text-left text-muted">
          {['结论', '分数', '含义'].map((title) => (
            <th key={title} scope="col" className="py-2 pr-3 font-normal first:pl-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listVerdictRanges(thresholds).map(({ recommendation, from, to }) => {
          const isCurrent = score !== undefined && score >= from && score <= to
          return (
            <tr
              key={recommendation}
              className={`border-b border-line align-baseline last:border-b-0 ${isCurrent ? 'bg-indigo-tint' : ''}`}
            >
              <th
                scope="row"
                className={`border-l-3 py-2 pr-3 pl-2.5 text-left whitespace-nowrap ${isCurrent ? 'border-indigo font-semibold' : 'border-transparent font-normal'}`}
              >
                {recommendation}
                {isCurrent && <span className="block text-xs font-normal text-indigo">本次结论</span>}
              </th>
              <td className="py-2 pr-3 whitespace-nowrap tabular-nums">{from === to ? from : `${from}–${to}`}</td>
              <td className="py-2 pr-3 text-muted">{VERDICT_ADVICE[recommendation]}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
