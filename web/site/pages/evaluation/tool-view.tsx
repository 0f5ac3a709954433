import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { calculateWeightedParts, type Thresholds } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { buttonClass } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { ScoreFigure } from '../../parts/score-figure.tsx'
import { useToast } from '../../parts/toast.tsx'
import { VerdictSeal } from '../../parts/verdict-seal.tsx'
import { ChecklistDownload } from './checklist-download.tsx'
import { type KeptEvaluation, saveEvaluation, useKeptEvaluation } from './evaluation-store.ts'
import { ResultPanel } from './result-panel.tsx'
import { sampleResult } from './sample-result.ts'
import { ScoreInput } from './score-input.tsx'
import { useCalculation } from './use-calculation.ts'

const FIELDS = { tech: 'techScore', business: 'businessScore', market: 'marketScore' } as const

/** The scoring tool: a product, three scores, and what they come to by the document's weights. */
export function ToolView({ content }: { content: EvaluationContent }) {
  const { evaluationTool: tool, evaluationStandards, professionalInfo } = content
  const showToast = useToast()
  const evaluation = useKeptEvaluation()
  const calculation = useCalculation(() => showToast(SITE_MESSAGES.calculateFailed, 'error'))
  useCalculatedResult(evaluation, calculation.calculate)
  const shown = calculation.result?.answer ?? sampleResult(tool)
  const parts = calculateWeightedParts(evaluation, tool.weights)
  const nameField = useRef<HTMLInputElement>(null)
  const [nameFault, setNameFault] = useState<string>()
  const showNameFault = (error: string) => {
    setNameFault(error)
    nameField.current?.focus()
  }

  return (
    <div className="shell py-8 md:py-12">
      <div className="max-w-prose">
        <h2 className="text-2xl md:text-[1.75rem]">{tool.title || '评估工具'}</h2>
        {tool.description && <p className="mt-2 text-muted">{tool.description}</p>}
      </div>
      <div className="mt-7 grid items-start gap-6 lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
        <ResultStrip result={shown} thresholds={tool.thresholds} />
        <div className="card grid gap-7 p-5 md:p-7">
          <FormField label="产品名称" isRequired error={nameFault}>
            {(control) => (
              <input
                {...control}
                ref={nameField}
                type="text"
                className={CONTROL_CLASS}
                value={evaluation.productName}
                maxLength={TEXT.line}
                autoComplete="off"
                placeholder={EVALUATION_MESSAGES.productName}
                onChange={(event) => {
                  setNameFault(undefined)
                  saveEvaluation({ productName: event.target.value })
                }}
              />
            )}
          </FormField>
          {parts.map(({ group, share }) => (
            <ScoreInput
              key={group}
              label={SCORE_GROUP_LABELS[group]}
              share={share}
              hint={evaluationStandards.groups.find(({ title }) => title === SCORE_GROUP_LABELS[group])?.description}
              value={evaluation[FIELDS[group]]}
              onChange={(score) => calculation.calculate(saveEvaluation({ [FIELDS[group]]: score, isScored: true }))}
            />
          ))}
        </div>
        <ResultPanel tool={tool} evaluation={evaluation} calculation={calculation} onNameFault={showNameFault} />
        <ScoringReference info={professionalInfo} />
        <div className="flex flex-wrap gap-3" data-print="none">
          <Link to={PAGES.evaluation} className={buttonClass('outline')}>
            <ArrowLeft className="size-4" aria-hidden />
            返回评估框架
          </Link>
          <ChecklistDownload attachments={tool.attachments}>下载评估清单</ChecklistDownload>
        </div>
      </div>
    </div>
  )
}

/** Scores that were kept through a reload are counted once, when the view opens. */
function useCalculatedResult(evaluation: KeptEvaluation, calculate: (scores: KeptEvaluation) => void) {
  const isCounted = useRef(false)
  useEffect(() => {
    if (!evaluation.isScored || isCounted.current) return
    isCounted.current = true
    calculate(evaluation)
  })
}

/** How high a score may be on which evidence, beside the sliders if it is needed. */
function ScoringReference({ info: { points } }: { info: EvaluationContent['professionalInfo'] }) {
  if (points.length === 0) return null
  return (
    <details className="card p-5 md:px-7" open>
      <summary className="-my-2.5 flex min-h-11 items-center font-semibold">打分参照</summary>
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

/** On a narrow screen the result would be out of sight of the sliders: it stays under the header while they are moved. */
function ResultStrip({
  result: { score, recommendation },
  thresholds,
}: {
  result: { score: number; recommendation: string }
  thresholds: Thresholds
}) {
  return (
    <div
      className="card sticky top-16 z-10 flex items-center justify-between px-5 py-2.5 shadow-md lg:hidden"
      aria-hidden="true"
    >
      <span className="text-sm text-muted">综合得分</span>
      <span className="flex items-center gap-4">
        <ScoreFigure score={score} thresholds={thresholds} className="text-3xl" />
        <VerdictSeal verdict={recommendation} className="size-11" />
      </span>
    </div>
  )
}
