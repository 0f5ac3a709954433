import { type ReactNode, useMemo } from 'react'
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import { describeEvaluation, type ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { ReviewSection } from './review-section.tsx'
import { useCellDialog, type WorkbenchNames } from './use-cell-dialog.tsx'
import type { WorkbenchProject } from './workbench-cell.tsx'
import {
  DisputeSection,
  ExcludedCandidates,
  RobustnessSection,
  ScoreSection,
  TrialSection,
  type TrialsProps,
  useWorkbenchNames,
} from './workbench-sections.tsx'

type WorkbenchProps = Omit<ProjectAnalysis, 'trialCounts'> & { project: WorkbenchProject }

/** The read-only view of a project's scores and their analysis, for its owner, readers and the public example. */
export function Workbench({ project, analysis, firstRound, trialAnalysis }: WorkbenchProps) {
  const { setup, judges, scores, interest, offers, linkRenewals: record } = project
  const sentences = useMemo(
    () => describeEvaluation({ setup, judges, scores, interest, offers, analysis, firstRound, trialAnalysis, record }),
    [setup, judges, scores, interest, offers, analysis, firstRound, trialAnalysis, record],
  )
  const names = useWorkbenchNames(setup)
  return (
    <div className="space-y-10">
      <p className="text-xl leading-relaxed font-semibold">{sentences.verdict}</p>
      <ExcludedCandidates sentences={sentences} />
      {analysis && <AnalysisSections project={project} analysis={analysis} sentences={sentences} {...names} />}
      {trialAnalysis && <TitledTrials trialAnalysis={trialAnalysis} sentences={sentences} names={names.names} />}
    </div>
  )
}

type TrialWorkbenchProps = { setup: ProjectSetup; trialAnalysis: TrialsReply }

/** The trials alone, while the scores are hidden. */
export function TrialWorkbench({ setup, trialAnalysis }: TrialWorkbenchProps) {
  const sentences = useMemo(
    () => describeEvaluation({ setup, judges: [], scores: [], analysis: null, trialAnalysis }),
    [setup, trialAnalysis],
  )
  const { names } = useWorkbenchNames(setup)
  return <TitledTrials trialAnalysis={trialAnalysis} sentences={sentences} names={names} />
}

const TitledTrials = (props: TrialsProps) => (
  <TitledSection title="测试">
    <TrialSection {...props} />
  </TitledSection>
)

type AnalysisSectionsProps = WorkbenchNames & {
  project: WorkbenchProject
  analysis: Analysis
  sentences: ReportSentences
}

function AnalysisSections({ project, analysis, sentences, names, titles }: AnalysisSectionsProps) {
  const { onOpen, dialog } = useCellDialog(project, { names, titles })
  return (
    <>
      <ScoreSection
        project={project}
        analysis={analysis}
        sentences={sentences}
        names={names}
        titles={titles}
        onOpen={onOpen}
      />
      <TitledSection title="评委的分歧">
        <DisputeSection analysis={analysis} sentences={sentences} names={names} titles={titles} onOpen={onOpen} />
      </TitledSection>
      {sentences.review.length > 0 && (
        <TitledSection title="复议">
          <ReviewSection project={project} sentences={sentences} names={names} titles={titles} />
        </TitledSection>
      )}
      <TitledSection title="稳健性">
        <RobustnessSection
          setup={project.setup}
          analysis={analysis}
          sentences={sentences}
          names={names}
          titles={titles}
        />
      </TitledSection>
      {dialog}
    </>
  )
}

/** A section with its heading. */
const TitledSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-2xl">{title}</h2>
    {children}
  </section>
)
