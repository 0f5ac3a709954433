import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import { describeEvaluation, type ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { RobustnessRanks } from './robustness-ranks.tsx'
import { RobustnessSlider } from './robustness-slider.tsx'
import { RobustnessTornado } from './robustness-tornado.tsx'
import { CostOfSuccess, PassCurves } from './robustness-trials.tsx'
import { WorkbenchCell, type WorkbenchProject } from './workbench-cell.tsx'
import { WorkbenchDisputes } from './workbench-disputes.tsx'
import type { Place } from './workbench-figures.ts'
import { WorkbenchMatrix } from './workbench-matrix.tsx'
import { WorkbenchMissing } from './workbench-missing.tsx'

type WorkbenchProps = {
  project: WorkbenchProject
  /** Whether it begins with the verdict; a report has that already. */
  hasVerdict?: boolean
} & ProjectAnalysis

/** A project's scores and what follows from them, to read: the owner's, a reader's and the example's. */
export function Workbench({ project, analysis, trialAnalysis, hasVerdict = true }: WorkbenchProps) {
  const { setup } = project
  const sentences = useMemo(
    () => describeEvaluation({ setup, analysis, trialAnalysis }),
    [setup, analysis, trialAnalysis],
  )
  const names = useMemo(() => new Map(setup.candidates.map(({ key, name }) => [key, name])), [setup])
  return (
    <div className="space-y-10">
      {hasVerdict && <p className="text-xl leading-relaxed font-semibold">{sentences.verdict}</p>}
      {analysis && <ScoresPart project={project} analysis={analysis} sentences={sentences} names={names} />}
      {trialAnalysis && (
        <WorkbenchPart title="测试" sentences={sentences.trials.slice(0, trialAnalysis.candidates.length)}>
          <div className="grid gap-5 lg:grid-cols-2">
            <PassCurves trials={trialAnalysis} names={names} />
            <CostOfSuccess trials={trialAnalysis} names={names} />
          </div>
          <PairedTrials sentences={sentences.trials.slice(trialAnalysis.candidates.length)} />
        </WorkbenchPart>
      )}
    </div>
  )
}

type ScoresPartProps = {
  project: WorkbenchProject
  analysis: Analysis
  sentences: ReportSentences
  names: ReadonlyMap<string, string>
}

function ScoresPart({ project, analysis, sentences, names }: ScoresPartProps) {
  const { setup } = project
  const [open, setOpen] = useState<Place | null>(null)
  const onOpen = useCallback((place: Place) => setOpen(place), [])
  const titles = useMemo(
    () => new Map(setup.groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title]))),
    [setup],
  )
  const chances = analysis.robustness?.rankAcceptability
  return (
    <>
      <section aria-label="评分矩阵">
        <WorkbenchMissing project={project} analysis={analysis} names={names} titles={titles} onOpen={onOpen} />
        <WorkbenchMatrix setup={setup} analysis={analysis} judgeCount={project.judges.length} onOpen={onOpen} />
        {sentences.vetoes.map((sentence) => (
          <p key={sentence} className="mt-3 text-cinnabar">
            {sentence}
          </p>
        ))}
      </section>
      <WorkbenchPart title="评委的分歧" sentences={[sentences.agreement]}>
        <WorkbenchDisputes analysis={analysis} names={names} titles={titles} onOpen={onOpen} />
      </WorkbenchPart>
      <WorkbenchPart title="稳健性" sentences={[sentences.robustness, ...sentences.changes]}>
        <div className="grid gap-5 lg:grid-cols-2">
          {chances && <RobustnessRanks analysis={analysis} chances={chances} names={names} />}
          <RobustnessTornado analysis={analysis} titles={titles} />
        </div>
        <div className="mt-5">
          <RobustnessSlider setup={setup} analysis={analysis} names={names} />
        </div>
      </WorkbenchPart>
      <Dialog
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${names.get(open.candidate) ?? ''}：${titles.get(open.criterion) ?? ''}` : ''}
      >
        {open && <WorkbenchCell project={project} place={open} />}
      </Dialog>
    </>
  )
}

/** Each two candidates over the tasks that both have tried; with many candidates a long list. */
function PairedTrials({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <details className="mt-4" data-print="none">
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">两两比较</summary>
      <ul className="max-w-prose space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

/** A part under its heading, its figures first put into words. */
function WorkbenchPart({
  title,
  sentences,
  children,
}: {
  title: string
  sentences: readonly string[]
  children: ReactNode
}) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-2 mb-5 max-w-prose space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {children}
    </section>
  )
}
