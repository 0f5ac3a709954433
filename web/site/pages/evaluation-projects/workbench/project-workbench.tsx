import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { JUDGE_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'
import type { EvidenceSource } from '../download-evidence.ts'
import { TrialWorkbench, Workbench } from './workbench.tsx'
import { listSubmittedJudges } from './workbench-data.ts'

type ProjectWorkbenchProps = ProjectAnalysis & { project: ProjectView; evidence: EvidenceSource | null }

/** The workbench of a project; until its scores are visible, the progress of its judges. */
export function ProjectWorkbench({ project, analysis, trialAnalysis, evidence }: ProjectWorkbenchProps) {
  const { setup, scores, status } = project
  const judges = listSubmittedJudges(project.judges)
  const hasVisibleScores = status === 'review' || status === 'final'
  if (hasVisibleScores)
    return <Workbench project={{ setup, scores, judges, evidence }} analysis={analysis} trialAnalysis={trialAnalysis} />
  return (
    <>
      <JudgeProgress project={project} />
      {trialAnalysis && <TrialWorkbench setup={setup} trialAnalysis={trialAnalysis} />}
    </>
  )
}

/** The judges' progress. Scores are hidden until the review (复议), so that judges don't influence each other. */
function JudgeProgress({ project: { setup, judges, status } }: { project: ProjectView }) {
  const cellCount = setup.candidates.length * setup.groups.reduce((sum, { criteria }) => sum + criteria.length, 0)
  const activeJudges = judges.filter((judge) => judge.status !== 'removed')
  if (status === 'setup') return <EmptyNotice message="开始打分后，这里显示评分进度；进入复议后，显示评分与分析。" />
  return (
    <section className="mb-10">
      <p className="mb-3 text-muted">为避免互相影响，评分在进入复议后才能查看。</p>
      <table className="w-full max-w-2xl border-y border-ink tabular-nums">
        <caption className="sr-only">评分进度</caption>
        <thead>
          <tr className="text-sm text-muted">
            {['评委', '已评', '状态'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-3 text-left font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {activeJudges.map((judge) => (
            <tr key={judge.id} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-medium">
                <bdi>{judge.name}</bdi>
              </th>
              <td className="py-2 pr-3">
                {judge.scored}/{cellCount}
              </td>
              <td className="py-2 pr-3">{JUDGE_STATUS_LABELS[judge.status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
