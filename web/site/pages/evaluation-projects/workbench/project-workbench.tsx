import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { JUDGE_STATUS_LABELS, type ScoreVisibility } from '#contracts/evaluation-projects/statuses.ts'
import { listJudgedGroups } from '#contracts/rules/evaluation/counted-criteria.ts'
import { EmptyNotice } from '../../../components/page-states.tsx'
import type { EvidenceSource } from '../download-evidence.ts'
import { TrialWorkbench, Workbench } from './workbench.tsx'
import { listSubmittedJudges } from './workbench-data.ts'

type ProjectWorkbenchProps = ProjectAnalysis & { project: ProjectView; evidence: EvidenceSource | null }

/** The workbench of a project; until its scores are visible, the progress of its judges. */
export function ProjectWorkbench({
  project,
  analysis,
  firstRound,
  trialAnalysis,
  trialCounts,
  evidence,
}: ProjectWorkbenchProps) {
  const { setup, scores, offers, measurements, interest, linkRenewals } = project
  const judges = listSubmittedJudges(project.judges)
  if (project.scoreVisibility === 'visible')
    return (
      <Workbench
        project={{ setup, scores, offers, measurements, trialCounts, interest, judges, linkRenewals, evidence }}
        analysis={analysis}
        firstRound={firstRound}
        trialAnalysis={trialAnalysis}
      />
    )
  return (
    <>
      <JudgeProgress project={project} />
      {trialAnalysis && <TrialWorkbench setup={setup} trialAnalysis={trialAnalysis} />}
    </>
  )
}

/** Why the scores are hidden: judges must not influence each other. */
const HIDDEN_MESSAGES: Record<Exclude<ScoreVisibility, 'visible'>, string> = {
  untilReview: '为避免互相影响，评分在进入复议后才能查看。',
  untilOwnSubmission:
    '您也是评委，还没有提交自己的评分，所以看不到其他评委的评分与分析。请退回打分后提交，或把自己移出评委。',
  untilAllSubmitted: '还有评委没有提交评分。为避免互相影响，全部提交后才能在这里查看评分。',
}

/** The judges' progress, while their scores are hidden. */
function JudgeProgress({ project: { setup, judges, status, scoreVisibility } }: { project: ProjectView }) {
  const cellCount =
    setup.candidates.length * listJudgedGroups(setup).reduce((sum, { criteria }) => sum + criteria.length, 0)
  const activeJudges = judges.filter((judge) => judge.status !== 'removed')
  if (status === 'setup') return <EmptyNotice message="开始打分后，这里显示评分进度；进入复议后，显示评分与分析。" />
  return (
    <section className="mb-10">
      {scoreVisibility !== 'visible' && <p className="mb-3 text-muted">{HIDDEN_MESSAGES[scoreVisibility]}</p>}
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
