import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contracts/evaluation/evaluation.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { createLazyImport } from '../../lazy-import.ts'
import { getMissingDataHead } from '../../missing-data-head.ts'
import { SELF_ASSESSED_IMAGE } from '../../og-image.ts'
import type { PageHead, SitePage } from '../../page.ts'
import { usePathParameter } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { TOOL_VIEW_URL } from './view-switch.tsx'

/** The report of a project is loaded separately, as reports of the scoring tool don't need it. */
const lazyProjectReportSheet = createLazyImport(
  async () => (await import('../evaluation-report/project-report-sheet.tsx')).ProjectReportSheet,
)

export const page: SitePage<'report'> = {
  queries: (queries, { params }) => [queries.report(params.reportId ?? '')],
  head(context) {
    const { match, client, queries } = context
    const reportQuery = queries.report(match.params.reportId ?? '')
    const report = client.getQueryData(reportQuery.queryKey)
    if (!report) return getMissingDataHead(context, reportQuery, SITE_MESSAGES.reportNotFound)
    return isProjectReport(report) ? getProjectReportHead(report) : getToolReportHead(report)
  },
  Component: ReportPage,
  loadLazyImports: lazyProjectReportSheet.load,
}

type AnyReport = Report | ReportReply

const isProjectReport = (report: AnyReport): report is ReportReply => 'signature' in report

const getProjectReportHead = ({ data: { project, setup, createdAt } }: ReportReply): PageHead => ({
  title: `${project.name}评估报告`,
  description: `对${setup.candidates.map(({ name }) => name).join('、')}的评估，${formatMinute(createdAt)}定稿`,
  noIndex: true,
})

/** The disclaimer precedes the rest, because previews of links cut long texts. */
const getToolReportHead = ({ productName, score, recommendation, disclaimer }: Report): PageHead => ({
  title: `自填评估报告（${disclaimer}）：${productName}`,
  description: `${disclaimer}：综合得分${score}分，${recommendation}`,
  noIndex: true,
  image: SELF_ASSESSED_IMAGE,
})

function ReportPage() {
  const reportId = usePathParameter('reportId')
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().report(reportId))
  if (isPending) return <PageSkeleton />
  if (isNotFound(error)) return <NoReport />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return isProjectReport(data) ? <ProjectReport report={data} /> : <ReportSheet report={data} />
}

function ProjectReport({ report }: { report: ReportReply }) {
  const ProjectReportSheet = lazyProjectReportSheet.useLoaded()
  return <ProjectReportSheet report={report} />
}

const NoReport = () => (
  <NotFoundNotice message={SITE_MESSAGES.reportNotFound} hint="请核对链接是否完整；报告编号区分大小写。">
    <ButtonLink link={TOOL_VIEW_URL} variant="outline">
      打开评估工具
    </ButtonLink>
  </NotFoundNotice>
)
