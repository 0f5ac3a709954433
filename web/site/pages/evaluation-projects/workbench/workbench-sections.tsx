/** The sections of a project's analysis. Their headings are added by the workbench and the report. */
import { useMemo } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { DISPUTED_SPREAD } from '#contracts/rules/evaluation/agreement.ts'
import type { ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { CostPerSuccess } from './cost-per-success.tsx'
import { DisputeList } from './dispute-list.tsx'
import { PassCurves } from './pass-curves.tsx'
import { RobustnessRanks } from './robustness-ranks.tsx'
import { RobustnessSlider } from './robustness-slider.tsx'
import { RobustnessTornado } from './robustness-tornado.tsx'
import type { WorkbenchNames } from './use-cell-dialog.tsx'
import type { WorkbenchProject } from './workbench-cell.tsx'
import type { CellRef } from './workbench-data.ts'
import { countJudges, listMissingScores, tabulateMatrix } from './workbench-data.ts'
import { WorkbenchMatrix } from './workbench-matrix.tsx'

/** The number of missing cells that are listed by name. */
const MAX_LISTED_CELLS = 3

type WorkbenchMissingProps = {
  project: WorkbenchProject
  analysis: Analysis
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** Lists the cells without a score, and the cells that not all judges have scored. */
function WorkbenchMissing({ project, analysis, names, titles, onOpen }: WorkbenchMissingProps) {
  const { setup, judges } = project
  const missingScores = useMemo(
    () => listMissingScores(tabulateMatrix(setup, analysis), (candidate) => countJudges(project, candidate)),
    [setup, analysis, project],
  )
  const hasBarred = setup.candidates.some(({ key }) => countJudges(project, key) < judges.length)
  const exception = hasBarred ? '，各自回避的除外' : ''
  if (missingScores.length === 0)
    return (
      <p className="mb-3 text-sm text-muted">
        {judges.length === 0
          ? '评分齐全：全部由数据计算。'
          : `评分齐全：${judges.length}位评委评了每一项${exception}。`}
      </p>
    )
  const unscoredCount = missingScores.filter((cell) => cell.judges === 0).length
  return (
    <div className="mb-3 border-l-3 border-cinnabar pl-3 text-sm">
      <p>
        <span>{unscoredCount > 0 && `${unscoredCount}项没有评分`}</span>
        <span>{unscoredCount > 0 && missingScores.length > unscoredCount && '，'}</span>
        <span>
          {missingScores.length > unscoredCount && `${missingScores.length - unscoredCount}项只有部分评委评分`}
        </span>
        ：
        {missingScores.slice(0, MAX_LISTED_CELLS).map((cell) => (
          <button
            key={`${cell.candidate} ${cell.criterion}`}
            type="button"
            onClick={() => onOpen(cell)}
            className="mr-3 min-h-11 text-indigo underline print:min-h-0"
          >
            {names.get(cell.candidate)}的“{titles.get(cell.criterion)}”
          </button>
        ))}
        <span>{missingScores.length > MAX_LISTED_CELLS && '等。'}</span>
      </p>
    </div>
  )
}

type WorkbenchDisputesProps = {
  analysis: Analysis
  /** Whether scores were revised, so that the first round may have had other disputes. */
  isReviewed: boolean
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** The disputed cells of an analysis. */
function WorkbenchDisputes({ analysis, isReviewed, ...listProps }: WorkbenchDisputesProps) {
  const { disputed, units } = analysis.agreement
  if (disputed.length === 0)
    return units === 0 ? null : (
      <p className="text-muted">{`${isReviewed ? '复议后' : ''}没有相差超过${DISPUTED_SPREAD}分的评分。`}</p>
    )
  const results = new Map(analysis.candidates.map(({ key, criteria }) => [key, criteria]))
  const disputes = disputed.flatMap(({ candidate, criterion, spread }) => {
    const result = results.get(candidate)?.[criterion]
    return result ? [{ candidate, criterion, spread, min: result.min, max: result.max }] : []
  })
  return <DisputeList disputes={disputes} {...listProps} />
}

/** Returns the names of a project's candidates and criteria. */
export const useWorkbenchNames = ({ candidates, groups }: ProjectSetup): WorkbenchNames =>
  useMemo(
    () => ({
      names: new Map(candidates.map(({ key, name }) => [key, name])),
      titles: new Map(groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title]))),
    }),
    [candidates, groups],
  )

type ScoresProps = WorkbenchNames & {
  project: WorkbenchProject
  analysis: Analysis
  sentences: ReportSentences
  onOpen: (cell: CellRef) => void
}

/** The score matrix, its missing scores, and the vetoes. */
export function ScoreSection({ project, analysis, sentences, names, titles, onOpen }: ScoresProps) {
  const { setup } = project
  return (
    <section aria-label="评分矩阵">
      <WorkbenchMissing project={project} analysis={analysis} names={names} titles={titles} onOpen={onOpen} />
      <WorkbenchMatrix
        setup={setup}
        analysis={analysis}
        getJudgeCount={(candidate) => countJudges(project, candidate)}
        onOpen={onOpen}
      />
      {sentences.vetoes.map((sentence) => (
        <p key={sentence} className="mt-3 text-cinnabar">
          {sentence}
        </p>
      ))}
    </section>
  )
}

/** Who stands outside the order, and why; that prices aren't counted yet; and that a leader's offer is unusually low. */
export const ExcludedCandidates = ({ sentences: { excluded, unpriced, lowOffers } }: { sentences: ReportSentences }) =>
  [...excluded, ...unpriced, ...lowOffers].map((sentence) => (
    <p key={sentence} className="border-l-3 border-cinnabar pl-3">
      {sentence}
    </p>
  ))

/** The judges' agreement and disputes, after the review if scores were revised. */
export const DisputeSection = ({ analysis, sentences, names, titles, onOpen }: Omit<ScoresProps, 'project'>) => (
  <>
    <SentenceList sentences={[sentences.agreement, ...sentences.independence]} />
    <WorkbenchDisputes
      analysis={analysis}
      isReviewed={sentences.review.length > 0}
      names={names}
      titles={titles}
      onOpen={onOpen}
    />
  </>
)

type RobustnessProps = WorkbenchNames & { setup: ProjectSetup; analysis: Analysis; sentences: ReportSentences }

/** The robustness of the ranking as charts, and a slider to change a weight. */
export function RobustnessSection({ setup, analysis, sentences, names, titles }: RobustnessProps) {
  const probabilities = analysis.robustness?.rankAcceptability
  return (
    <>
      <SentenceList sentences={[sentences.robustness, ...sentences.changes]} />
      <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-1 print:gap-3">
        {probabilities && <RobustnessRanks analysis={analysis} probabilities={probabilities} names={names} />}
        <RobustnessTornado analysis={analysis} titles={titles} />
      </div>
      <div className="mt-5" data-print="none">
        <RobustnessSlider setup={setup} analysis={analysis} names={names} />
      </div>
    </>
  )
}

export type TrialsProps = Pick<WorkbenchNames, 'names'> & { trialAnalysis: TrialsReply; sentences: ReportSentences }

/** The results of the trials: sentences on each candidate, then on each pair. */
export function TrialSection({ trialAnalysis, sentences, names }: TrialsProps) {
  const { length: candidateCount } = trialAnalysis.candidates
  return (
    <>
      <SentenceList sentences={sentences.trials.slice(0, candidateCount)} />
      <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-1 print:gap-3">
        <PassCurves trials={trialAnalysis} names={names} />
        <CostPerSuccess trials={trialAnalysis} names={names} />
      </div>
      <PairedTrials sentences={sentences.trials.slice(candidateCount)} />
    </>
  )
}

/** Comparisons of each pair of candidates by their common tasks; collapsed, as the list may be long. */
function PairedTrials({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <details className="prints-open mt-4">
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">两两比较</summary>
      <ul className="max-w-prose space-y-1 print:max-w-none">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

/** Sentences below one another. */
export const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="mb-5 max-w-prose space-y-1 print:mb-3 print:max-w-none">
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
