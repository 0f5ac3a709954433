import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import type { EvaluationResult } from '#contracts/evaluation/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { Scores } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { Button } from '../../components/buttons.tsx'
import { Radar, type RadarAxis } from '../../components/radar.tsx'
import { ScoreValue } from '../../components/score-value.tsx'
import { getOutcomeId } from '../../components/site-form.tsx'
import { VerdictScale } from '../../components/verdict-scale.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import { describeCalculation } from './describe-calculation.ts'
import type { StoredEvaluation } from './evaluation-store.ts'
import { ReportButton } from './report-button.tsx'
import type { RequestState } from './request-state.ts'
import { getSampleResult } from './sample-result.ts'

/** A radar chart with its values as a table. */
function RadarWithTable({ axes, title }: { axes: readonly RadarAxis[]; title: string }) {
  return (
    <figure>
      <Radar axes={axes} title={title} className="mx-auto max-w-sm" />
      <details className="group mt-2 text-sm" data-print="none">
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
          <span className="group-open:hidden">以表格查看</span>
          <span className="hidden group-open:inline">收起表格</span>
        </summary>
        <table className="w-full border-t border-line">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {axes.map(({ label, value }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {label}
                </th>
                <td className="py-2 text-right font-semibold tabular-nums">{value}分</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The classes of a result that is outdated by newer scores. */
export const STALE_CLASS = 'opacity-45 grayscale'

type ResultPanelProps = {
  tool: EvaluationContent['evaluationTool']
  evaluation: StoredEvaluation
  /** The newest result and the scores that it was calculated from. */
  result: { input: Scores; output: EvaluationResult } | undefined
  phase: RequestState<Scores, EvaluationResult>['phase']
  /** Whether the newest scores couldn't be calculated, so that the result is outdated. */
  isStale: boolean
  onRetry: () => void
  isReporting: boolean
}

/** Shows the latest result, or the document's sample until anything is scored. */
export function ResultPanel(props: ResultPanelProps) {
  const { tool, evaluation, result, phase, isStale, onRetry, isReporting } = props
  const { score, recommendation } = result?.output ?? getSampleResult(tool)
  const axes = [
    { label: SCORE_GROUP_LABELS.tech, value: evaluation.techScore },
    { label: SCORE_GROUP_LABELS.business, value: evaluation.businessScore },
    { label: SCORE_GROUP_LABELS.market, value: evaluation.marketScore },
  ]
  return (
    <section
      id={getOutcomeId('report')}
      className="card p-5 md:p-7 lg:col-start-2 lg:row-span-3 lg:row-start-1"
      aria-label="评估结果"
      aria-busy={phase === 'loading' || undefined}
    >
      <div className="flex items-center justify-between gap-6">
        <div>
          <h3 className="text-sm font-normal text-muted">
            综合得分<span>{isStale && '（未更新）'}</span>
          </h3>
          <p className="hidden text-sm print:block">{EVALUATION_MESSAGES.selfAssessed}</p>
          <p className={`mt-2 ${isStale ? STALE_CLASS : ''}`}>
            <ScoreValue score={score} thresholds={tool.thresholds} />
          </p>
        </div>
        <VerdictSeal verdict={recommendation} isSelfAssessed className={`size-24 ${isStale ? STALE_CLASS : ''}`} />
      </div>
      <p className="sr-only" role="status">
        {result && phase === 'idle' && `综合得分${score}分，${recommendation}`}
      </p>
      {isStale ? (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
          {SITE_MESSAGES.calculateFailed}
          <Button variant="outline" onClick={onRetry}>
            重新计算
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-sm text-muted tabular-nums">
          {result
            ? describeCalculation(result.input, tool.weights, score)
            : '示例结果。调整任一项得分，即按权重重新计算。'}
        </p>
      )}
      <div className="mt-5 border-t border-line pt-5">
        <RadarWithTable axes={axes} title="三项得分" />
      </div>
      <div className="mt-5">
        <VerdictScale thresholds={tool.thresholds} score={isStale ? undefined : result?.output.score} />
      </div>
      <ReportButton isBusy={isReporting} />
    </section>
  )
}
