import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { describeScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import { createBarredLookup, type DeclaredInterest } from '#contracts/rules/evaluation/conflicts.ts'
import { isMeasuredCriterion, isRunCriterion } from '#contracts/rules/evaluation/counted-criteria.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { isPriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import { formatMinute, formatSize } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { DocumentLink } from '../../../components/document-links.tsx'
import { MeasurementTable, TrialCountTable } from '../counted/counted-tables.tsx'
import type { EvidenceSource } from '../download-evidence.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { PriceTable } from '../offers/price-table.tsx'
import { type CellRef, listCellJudges } from './workbench-data.ts'

const ROUND_LABELS = { 1: '初评', 2: '复议' } as const

/** The details of a cell of the matrix: each judge's scores, notes, links and files. */
export function WorkbenchCell({ project, cell }: { project: WorkbenchProject; cell: CellRef }) {
  const isBarred = createBarredLookup(project.interest)
  const cellJudges = listCellJudges(cell, project.scores, project.setup.grades)
  const judgeNames = new Map(project.judges.map(({ id, name }) => [id, name]))
  const criterion = project.setup.groups.flatMap((group) => group.criteria).find(({ key }) => key === cell.criterion)
  if (criterion && isPriceCriterion(criterion))
    return <PriceTable setup={project.setup} offers={project.offers} criterion={criterion} />
  if (criterion && isRunCriterion(criterion)) return <TrialCountTable {...project} criterion={criterion} />
  if (criterion && isMeasuredCriterion(criterion)) return <MeasurementTable {...project} criterion={criterion} />
  const barredJudges = project.judges.filter(({ id }) => isBarred(id, cell.candidate))
  const missingJudges = project.judges.filter(
    (judge) => !barredJudges.includes(judge) && !cellJudges.some((cellJudge) => cellJudge.judge === judge.id),
  )
  return (
    <>
      {criterion?.description && <p className="mb-4 text-sm text-muted">{criterion.description}</p>}
      {cellJudges.length === 0 && <p className="text-muted">还没有评委评过这一项。</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {cellJudges.map(({ judge, counted, rounds }) => (
          <li key={judge} className="py-4">
            <p className="flex items-baseline justify-between gap-4">
              <bdi className="font-semibold">{judgeNames.get(judge) ?? '已移除的评委'}</bdi>
              <span className="whitespace-nowrap text-muted">
                计
                <span className="mx-1 text-xl font-semibold text-ink tabular-nums">
                  {counted === null || isBarred(judge, cell.candidate) ? '—' : formatNumber(counted)}
                </span>
                分
              </span>
            </p>
            {rounds.map((score) => (
              <Round key={score.round} score={score} project={project} isChecklist={criterion?.isChecklist === true} />
            ))}
          </li>
        ))}
      </ul>
      {barredJudges.length > 0 && (
        <p className="mt-4 text-sm text-muted">
          因利益冲突回避，不计入：{barredJudges.map(({ name }) => name).join('、')}
        </p>
      )}
      {missingJudges.length > 0 && cellJudges.length > 0 && (
        <p className="mt-4 text-sm text-muted">未评：{missingJudges.map(({ name }) => name).join('、')}</p>
      )}
    </>
  )
}

/** The data of a project for the workbench, from the project itself or from a report. */
export type WorkbenchProject = Pick<ProjectView, 'setup' | 'scores' | 'offers' | 'measurements'> & {
  trialCounts: ProjectAnalysis['trialCounts']
  /** Missing in reports from before declarations. */
  interest: DeclaredInterest
  judges: readonly ReportData['judges'][number][]
  /** The renewals of judges' links; a report takes them from its record. */
  linkRenewals?: ProjectView['linkRenewals']
  /** How the viewer can download evidence; `null` if they can't. */
  evidence: EvidenceSource | null
}

type RoundProps = { score: ProjectScore; project: WorkbenchProject; isChecklist: boolean }

function Round({ score, project, isChecklist }: RoundProps) {
  const format = (points: number | null) =>
    `${describeScore(points, { isChecklist })}${points === null || isChecklist ? '' : '分'}`
  const grade = project.setup.grades.find(({ key }) => key === score.grade)
  return (
    <div className="mt-2 text-sm">
      <p className="text-muted">
        {ROUND_LABELS[score.round]}：<span className="tabular-nums">{format(score.score)}</span>
        <span>{grade && `，证据为${grade.title}（最高计${formatNumber(grade.cap)}分）`}</span>
        <time className="ml-2 whitespace-nowrap tabular-nums" dateTime={score.updatedAt}>
          {formatMinute(score.updatedAt)}
        </time>
      </p>
      {withKeys(score.revisions ?? [], ({ at }) => at).map(({ key, item }) => (
        <p key={key} className="mt-1">
          {`先改为${format(item.score)}，原因：${item.reason}`}
        </p>
      ))}
      {score.reason && <p className="mt-1">修改原因：{score.reason}</p>}
      {score.note && <p className="mt-1 whitespace-pre-line">{score.note}</p>}
      {score.links.length > 0 && (
        <ul className="mt-1">
          {score.links.map((link) => (
            <li key={link}>
              <DocumentLink
                link={link}
                className="inline-flex min-h-11 items-center gap-1 break-all text-indigo underline"
              >
                {link}
              </DocumentLink>
            </li>
          ))}
        </ul>
      )}
      {score.files.length > 0 && (
        <ul className="mt-1">
          {score.files.map((file) => (
            <li key={file.id}>
              {project.evidence ? (
                <EvidenceLink source={project.evidence} file={file} />
              ) : (
                `${file.name}（${formatSize(file.size)}）`
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
