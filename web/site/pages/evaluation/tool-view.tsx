import { ArrowLeft } from 'lucide-react'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Thresholds } from '#contracts/rules/score.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { ScoreValue } from '../../components/score-value.tsx'
import { SiteForm } from '../../components/site-form.tsx'
import { useToast } from '../../components/toast.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import { useFormOutcome } from '../../form-outcome.tsx'
import { Link } from '../../router.tsx'
import { ChecklistDownload } from './checklist-download.tsx'
import { readFormEvaluation, type StoredEvaluation, saveEvaluation, useStoredEvaluation } from './evaluation-store.ts'
import { useCreateReport } from './report-button.tsx'
import { ResultPanel, STALE_CLASS } from './result-panel.tsx'
import { getSampleResult } from './sample-result.ts'
import { NameField, ScoreInputs, TOOL_FIELD_LABELS } from './tool-fields.tsx'
import { useCalculation } from './use-calculation.ts'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

/** Returns the stored evaluation; before hydration, the one that was posted without script, if any. */
function useCurrentEvaluation() {
  const storedEvaluation = useStoredEvaluation()
  const isHydrated = useIsHydrated()
  const calculation = useFormOutcome('calculation')
  const report = useFormOutcome('report')
  const outcome = calculation ?? report
  const evaluation = isHydrated || !outcome ? storedEvaluation : readFormEvaluation(outcome.values)
  const result = calculation?.data
  return { evaluation, outcome, postedResult: result && { input: evaluation, output: result } }
}

type EvaluationTool = EvaluationContent['evaluationTool']

/** The scoring tool: a product, three scores, and their weighted result. */
export function ToolView({ content }: { content: EvaluationContent }) {
  const { evaluationTool: tool } = content
  const form = useRef<HTMLFormElement>(null)
  const { evaluation, outcome, result, calculation } = useEvaluationResult(form)
  const report = useReportForm(evaluation, result !== undefined)

  return (
    <SiteForm
      ref={form}
      name="report"
      labels={TOOL_FIELD_LABELS}
      outcome={outcome}
      rejectionText={SITE_MESSAGES.reportNeedsResult}
      className="shell py-8 md:py-12 print:pb-0"
      onSubmit={report.handleSubmit}
    >
      <ToolHeading title={tool.title} description={tool.description} />
      <div className="mt-7 grid items-start gap-6 lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
        <ResultStrip
          result={result?.output ?? getSampleResult(tool)}
          thresholds={tool.thresholds}
          isStale={calculation.hasFailed}
        />
        {/* Focused fields stay below the strip. */}
        <div className="card grid gap-7 p-5 max-lg:[&_input]:scroll-mt-20 md:p-7">
          <NameField
            ref={report.nameField}
            name={evaluation.productName}
            requestError={report.nameError}
            onChange={(productName) => {
              report.clearNameError()
              saveEvaluation({ productName })
            }}
          />
          <ScoreInputs
            evaluation={evaluation}
            weights={tool.weights}
            standards={content.evaluationStandards}
            onChange={(scores) => calculation.calculate(saveEvaluation({ ...scores, isScored: true }))}
          />
        </div>
        <ResultPanel
          tool={tool}
          evaluation={evaluation}
          result={result}
          phase={calculation.phase}
          isStale={calculation.hasFailed}
          onRetry={() => calculation.calculate(evaluation)}
          isReporting={report.isPending}
        />
        <ScoringReference info={content.professionalInfo} />
        <ToolLinks attachments={tool.attachments} />
      </div>
    </SiteForm>
  )
}

/** Returns the evaluation in the form and its result, which is calculated when the view opens and on each change. */
function useEvaluationResult(form: RefObject<HTMLFormElement | null>) {
  const showToast = useToast()
  const closeFailure = useRef(() => {})
  const calculation = useCalculation({
    onSuccess: () => closeFailure.current(),
    onFailure() {
      closeFailure.current = showToast(SITE_MESSAGES.calculateFailed, 'error')
    },
  })
  const { evaluation, outcome, postedResult } = useCurrentEvaluation()
  usePreHydrationInput(form, {
    renderedValues: evaluation,
    isPosted: outcome !== undefined,
    calculate: calculation.calculate,
  })
  useInitialCalculation(evaluation, calculation.calculate)
  return { evaluation, outcome, result: calculation.result ?? postedResult, calculation }
}

/** Calculates the result of the stored scores once, after the view has opened. */
function useInitialCalculation(evaluation: StoredEvaluation, calculate: (scores: StoredEvaluation) => void) {
  const isCalculated = useRef(false)
  useEffect(() => {
    if (!evaluation.isScored || isCalculated.current) return
    isCalculated.current = true
    calculate(evaluation)
  })
}

/** Creates a report when the form is submitted, or focuses the field that prevents it. */
function useReportForm(evaluation: StoredEvaluation, hasResult: boolean) {
  const nameField = useRef<HTMLInputElement>(null)
  const [nameError, setNameError] = useState<string>()
  const { isPending, createReport } = useCreateReport({
    evaluation,
    hasResult,
    onInvalidName(error) {
      setNameError(error)
      nameField.current?.focus()
    },
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const invalidScore = event.currentTarget.querySelector<HTMLElement>('[type="number"][aria-invalid="true"]')
    if (invalidScore) invalidScore.focus()
    else createReport()
  }

  return { nameField, nameError, clearNameError: () => setNameError(undefined), isPending, handleSubmit }
}

const ToolHeading = ({ title, description }: { title: string; description: string }) => (
  <div className="max-w-prose">
    <h2 className="text-2xl md:text-[1.75rem]">{title || '评估工具'}</h2>
    {description && <p className="mt-2 text-muted">{description}</p>}
  </div>
)

const ToolLinks = ({ attachments }: { attachments: EvaluationTool['attachments'] }) => (
  <div className="flex flex-wrap gap-3" data-print="none">
    <Link to={PAGES.evaluation} className={getButtonClass('outline')}>
      <ArrowLeft className="size-4" aria-hidden />
      返回评估框架
    </Link>
    <Link to={PAGES.evaluationProjects} className={getButtonClass('outline')}>
      想逐条评？新建评估项目
    </Link>
    <ChecklistDownload attachments={attachments}>下载评估清单</ChecklistDownload>
  </div>
)

/** Explains which evidence justifies which score, next to the sliders. */
function ScoringReference({ info: { points } }: { info: EvaluationContent['professionalInfo'] }) {
  if (points.length === 0) return null
  return (
    <details className="card p-5 md:px-7" open>
      <summary className="-my-2.5 min-h-11 py-2 font-semibold">打分参照</summary>
      <ul className="mt-3 text-sm text-muted">
        {withKeys(points, String).map(({ key, item }) => (
          <li key={key} className="border-t border-line py-2">
            {item}
          </li>
        ))}
      </ul>
    </details>
  )
}

type ResultStripProps = {
  result: { score: number; recommendation: string }
  thresholds: Thresholds
  isStale: boolean
}

/** The result on narrow screens; it sticks below the header, so that it is visible while sliders are moved. */
function ResultStrip({ result: { score, recommendation }, thresholds, isStale }: ResultStripProps) {
  return (
    <div
      className="card sticky top-16 z-10 flex items-center justify-between px-5 py-2.5 shadow-md lg:hidden"
      aria-hidden="true"
      data-print="none"
    >
      <span className="text-sm text-muted">综合得分</span>
      <span className={`flex items-center gap-4 ${isStale ? STALE_CLASS : ''}`}>
        <ScoreValue score={score} thresholds={thresholds} className="text-3xl" />
        <VerdictSeal verdict={recommendation} isSelfAssessed className="size-11" />
      </span>
    </div>
  )
}
