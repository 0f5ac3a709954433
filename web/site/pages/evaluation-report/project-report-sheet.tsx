import { Printer, Stamp } from 'lucide-react'
import { useMemo } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { describeRecord } from '#contracts/evaluation-projects/acts.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ReportData, ReportReply } from '#contracts/evaluation-projects/report.ts'
import { can } from '#contracts/permissions.ts'
import { getPublishUrl } from '#contracts/published-evaluations/publish-url.ts'
import { listMeasuredCriteria, listRunCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { describeReportOrigin } from '#contracts/rules/evaluation/describe-report-origin.ts'
import { listPriceCriteria, type PriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import {
  describeEvaluation,
  findSharedVerdict,
  type ReportSentences,
} from '#contracts/rules/evaluation/report-sentences.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { VerdictScale } from '../../components/verdict-scale.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import { useSession } from '../../session/session.ts'
import { ReportHeader } from '../evaluation/report-sheet.tsx'
import { CountedCriteria } from '../evaluation-projects/counted/counted-tables.tsx'
import { PriceTable } from '../evaluation-projects/offers/price-table.tsx'
import { ActList } from '../evaluation-projects/record/act-list.tsx'
import { ReviewSection } from '../evaluation-projects/workbench/review-section.tsx'
import { useCellDialog } from '../evaluation-projects/workbench/use-cell-dialog.tsx'
import type { WorkbenchProject } from '../evaluation-projects/workbench/workbench-cell.tsx'
import {
  DisputeSection,
  ExcludedCandidates,
  RobustnessSection,
  ScoreSection,
  TrialSection,
  useWorkbenchNames,
} from '../evaluation-projects/workbench/workbench-sections.tsx'
import { VerifyLink } from '../evaluation-verify/verify-link.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { GroupScores } from './group-scores.tsx'
import { ReportCommittee } from './report-committee.tsx'
import { ReportProcess } from './report-process.tsx'
import { getNumberedTitle, ReportSection, type ReportSectionContent } from './report-section.tsx'
import { ReportSummary } from './report-summary.tsx'
import { RunReport } from './run-report.tsx'
import { VerificationCode } from './verification-code.tsx'

/** A link from a report to its publishing screen, shown only to users who may publish. */
function PublishLink({ reportId }: { reportId: string }) {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  if (!isHydrated || !can(user, 'evaluations:publish')) return null
  return (
    <a href={getPublishUrl(reportId)} className={getButtonClass('outline')}>
      <Stamp className="size-4" aria-hidden />
      发布到产品页
    </a>
  )
}

const FORMATS = [
  { format: 'docx', label: 'Word' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
] as const

/** Actions for the report: verify, download, print. */
const ReportToolbar = ({ id, isCurrent }: { id: string; isCurrent: boolean }) => (
  <div className="mb-6 flex flex-wrap justify-end gap-3" data-print="none">
    {isCurrent && <PublishLink reportId={id} />}
    <VerifyLink reportId={id} />
    {FORMATS.map(({ format, label }) => (
      <a
        key={format}
        href={buildCallUrl(readOnlyProjectCalls.exportReport, { params: { reportId: id }, query: { format } })}
        className={getButtonClass('outline')}
        download
      >
        {label}
      </a>
    ))}
    <Button onClick={() => window.print()}>
      <Printer className="size-4" aria-hidden />
      打印报告
    </Button>
  </div>
)

/** The proof that the report is authentic and unchanged. In print, the QR code is on the first page. */
function ReportVerification({ report }: { report: ReportReply }) {
  const { signature, keyId } = report
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-muted print:mb-2 print:max-w-none print:text-xs">
        报告的全部数据按RFC
        8785写成规范的JSON，取SHA-256，并由平台的Ed25519密钥签名。下载JSON文件后，可在核验页检查，也可用公开的密钥自行验证。Word与Excel文件是便于阅读的副本。
      </p>
      <div className="print:hidden">
        <VerificationCode report={report} />
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm md:grid-cols-[8rem_minmax(0,1fr)] print:mt-0 print:grid-cols-[7rem_minmax(0,1fr)] print:text-xs">
        <dt className="text-muted">签名</dt>
        <dd className="font-mono text-xs break-all print:text-[0.65rem]">{signature}</dd>
        <dt className="text-muted">公钥编号</dt>
        <dd className="font-mono text-xs break-all print:text-[0.65rem]">{keyId}</dd>
      </dl>
    </>
  )
}

/** The table of contents, with links that work on screen and in a PDF. */
const ReportContents = ({ sections }: { sections: readonly Pick<ReportSectionContent, 'id' | 'title'>[] }) => (
  <nav aria-label="目录" className="border-b border-line py-4 print:py-2">
    <h2 className="mb-1 text-base print:text-sm">目录</h2>
    <ol className="grid grid-cols-2 gap-x-6 text-sm sm:grid-cols-3 lg:grid-cols-5 print:grid-cols-5 print:text-xs">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-flex min-h-11 items-center text-indigo hover:underline print:min-h-0">
            {getNumberedTitle(title, index + 1)}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

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
            <ExcludedCandidates sentences={sentences} />
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
  const priceCriteria = listPriceCriteria(setup)
  const countedCriteria = [...listRunCriteria(setup), ...listMeasuredCriteria(setup)]
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
    ...(priceCriteria.length > 0
      ? [{ id: 'prices', title: '价格', content: <PriceReport data={data} criteria={priceCriteria} /> }]
      : []),
    ...(countedCriteria.length > 0
      ? [{ id: 'counted', title: '计分的依据', content: <CountedCriteria {...project} criteria={countedCriteria} /> }]
      : []),
    ...(data.runs ? [{ id: 'runs', title: '实测', content: <RunReport reportId={data.id} runs={data.runs} /> }] : []),
    {
      id: 'verdict',
      title: '结论与分数线',
      content: <VerdictScale thresholds={setup.thresholds} score={analysis.candidates[0]?.score ?? undefined} />,
    },
    { id: 'evidence', title: '证据', content: <EvidenceList data={data} /> },
    { id: 'committee', title: '声明与签署', content: <ReportCommittee data={data} /> },
    { id: 'process', title: '方法与过程', content: <ReportProcess data={data} /> },
    ...(data.record
      ? [{ id: 'record', title: '附录：项目记录', content: <ReportRecord acts={data.record} hash={report.hash} /> }]
      : []),
    { id: 'proof', title: '核验', content: <ReportVerification report={report} /> },
  ]
}

/** The project's record up to the report, which is signed with it. */
const ReportRecord = ({ acts, hash }: { acts: NonNullable<ReportData['record']>; hash: string }) => (
  <>
    <p className="mb-3 text-sm text-muted [overflow-wrap:anywhere]">{describeRecord(acts.length, hash)}</p>
    <ActList label="项目记录" acts={acts} />
  </>
)

/** The offers as each price criterion scores them. */
const PriceReport = ({ data, criteria }: { data: ReportData; criteria: readonly PriceCriterion[] }) => (
  <div className="grid gap-6 print:gap-4">
    {criteria.map((criterion) => (
      <div key={criterion.key} className="min-w-0 break-inside-avoid">
        <h3 className="mb-2 text-lg print:text-base">{criterion.title}</h3>
        <PriceTable setup={data.setup} offers={data.offers ?? []} criterion={criterion} />
      </div>
    ))}
  </div>
)

const toWorkbenchProject = ({
  setup,
  scores,
  offers = [],
  measurements = [],
  trialCounts = [],
  interest,
  judges,
}: ReportData): WorkbenchProject => ({
  setup,
  scores,
  offers,
  measurements,
  trialCounts,
  interest,
  judges,
  // The report's URL doesn't grant access to the files.
  evidence: null,
})
