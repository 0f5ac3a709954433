import { useMemo } from 'react'
import { describeReportOrigin, type ReportData, type ReportReply } from '#contracts/evaluation-projects/report.ts'
import {
  describeEvaluation,
  findSharedVerdict,
  type ReportSentences,
} from '#contracts/rules/evaluation/report-sentences.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { VerdictScale } from '../../components/verdict-scale.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import { ReportHeader } from '../evaluation/report-sheet.tsx'
import { ReviewSection } from '../evaluation-projects/workbench/review-section.tsx'
import { useCellDialog } from '../evaluation-projects/workbench/use-cell-dialog.tsx'
import type { WorkbenchProject } from '../evaluation-projects/workbench/workbench-cell.tsx'
import {
  DisputeSection,
  RobustnessSection,
  ScoreSection,
  TrialSection,
  useWorkbenchNames,
} from '../evaluation-projects/workbench/workbench-sections.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { GroupScores } from './group-scores.tsx'
import { ReportContents } from './report-contents.tsx'
import { ReportProcess } from './report-process.tsx'
import { ReportSection, type ReportSectionContent } from './report-section.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import { ReportVerification } from './report-verification.tsx'

/** The report of a finished project: a summary, the details, and the proof of authenticity. */
export function ProjectReportSheet({ report }: { report: ReportReply }) {
  const { data, isCurrent, newerAt, isPublished } = report
  const sentences = useMemo(() => describeEvaluation(data), [data])
  const sections = useReportSections(report, sentences)
  const verdict = findSharedVerdict(data.analysis)
  return (
    <div className="shell max-w-6xl py-8 md:py-12 print:max-w-none print:p-0">
      <ReportToolbar id={data.id} isCurrent={isCurrent} />
      {!isCurrent && (
        <p className="mb-6 border-l-3 border-cinnabar bg-cinnabar-tint p-4">
          {newerAt
            ? `项目此后又退回修改，${formatMinute(newerAt)}有了新的报告，这份不再是最新结论。`
            : '项目此后又退回修改，这份报告不再是它的最新结论。'}
        </p>
      )}
      <article className="prints-report card p-5 md:p-10 print:break-inside-auto print:border-0 print:p-0 print:text-sm">
        <ReportHeader reportId={data.id} createdAt={data.createdAt} origin={isPublished ? 'published' : 'project'} />
        <div className="grid items-center gap-6 border-b sm:grid-cols-[1fr_auto] print:grid-cols-[1fr_auto] border-line py-6 print:py-3">
          <div className="min-w-0">
            <h1 className="text-2xl break-words md:text-4xl print:text-2xl">
              <bdi>{data.project.name}</bdi>
            </h1>
            {data.project.description && (
              <p className="mt-2 break-words whitespace-pre-line text-muted">{data.project.description}</p>
            )}
            <p className="mt-3 text-lg font-semibold print:text-base">{sentences.verdict}</p>
            <p className="mt-2 text-sm break-words text-muted">
              {describeReportOrigin(data.project.ownerName, isPublished)}
            </p>
          </div>
          {verdict && (
            <VerdictSeal verdict={verdict} isSelfAssessed={!isPublished} className="size-20 md:size-28 print:size-20" />
          )}
        </div>
        <ReportContents sections={sections} />
        {sections.map((section, index) => (
          <ReportSection key={section.id} section={section} number={index + 1} />
        ))}
      </article>
    </div>
  )
}

/** Returns the sections of the report in order, without those that the project has no data for. */
function useReportSections(report: ReportReply, sentences: ReportSentences): ReportSectionContent[] {
  const { data } = report
  const { setup, analysis, trialAnalysis } = data
  const { names, titles } = useWorkbenchNames(setup)
  const project = toWorkbenchProject(data)
  const { onOpen, dialog } = useCellDialog(project, { names, titles })
  const props = { project, analysis, sentences, names, titles, onOpen }
  return [
    { id: 'summary', title: '摘要', content: <ReportSummary report={report} sentences={sentences} /> },
    { id: 'groups', title: '分组得分', content: <GroupScores data={data} />, isOnNewPage: true },
    {
      id: 'matrix',
      title: '评分矩阵',
      content: (
        <>
          <ScoreSection {...props} />
          {dialog}
        </>
      ),
    },
    { id: 'disputes', title: '评委的分歧', content: <DisputeSection {...props} /> },
    ...(sentences.review.length > 0 ? [{ id: 'review', title: '复议', content: <ReviewSection {...props} /> }] : []),
    { id: 'robustness', title: '稳健性', content: <RobustnessSection setup={setup} {...props} /> },
    ...(trialAnalysis
      ? [
          {
            id: 'tests',
            title: '测试',
            content: <TrialSection trialAnalysis={trialAnalysis} sentences={sentences} names={names} />,
          },
        ]
      : []),
    {
      id: 'verdict',
      title: '结论与分数线',
      content: <VerdictScale thresholds={setup.thresholds} score={analysis.candidates[0]?.score ?? undefined} />,
    },
    { id: 'evidence', title: '证据', content: <EvidenceList data={data} /> },
    { id: 'process', title: '方法与过程', content: <ReportProcess data={data} /> },
    { id: 'proof', title: '核验', content: <ReportVerification report={report} /> },
  ]
}

const toWorkbenchProject = ({ setup, scores, judges }: ReportData): WorkbenchProject => ({
  setup,
  scores,
  judges,
  // The report's URL doesn't grant access to the files.
  evidence: null,
})
