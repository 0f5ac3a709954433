import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { matchPath } from '#contracts/page-address.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import type { SitePage } from '../../page.ts'
import { ButtonLink } from '../../parts/buttons.tsx'
import { PageSkeleton } from '../../parts/page-skeleton.tsx'
import { ErrorNotice } from '../../parts/page-states.tsx'
import { useQueries } from '../../site-context.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { TOOL_VIEW } from './view-switch.tsx'

export const page: SitePage<'report'> = {
  queries: (queries, { params }) => [queries.report(params.reportId ?? '')],
  head({ match, client, queries }) {
    const reportId = match.params.reportId ?? ''
    const report = client.getQueryData(queries.report(reportId).queryKey)
    return {
      title: report ? `${report.productName}评估报告` : SITE_MESSAGES.reportNotFound,
      description: report ? `综合得分${report.score}分，${report.recommendation}` : SITE_MESSAGES.reportNotFound,
      noIndex: true,
    }
  },
  Component: ReportPage,
}

function ReportPage() {
  const { pathname } = useLocation()
  const reportId = matchPath(SITE_PAGES.report.path, pathname)?.reportId ?? ''
  const { data, isPending, error, refetch } = useQuery(useQueries().report(reportId))
  if (isPending) return <PageSkeleton />
  if (error && isReadFailure(error) && error.status === 404) return <NoReport />
  if (error) return <ErrorNotice message={SITE_MESSAGES.loadReportFailed} onRetry={() => refetch()} />
  return <ReportSheet report={data} />
}

const NoReport = () => (
  <div className="pb-20 text-center">
    <ErrorNotice message={SITE_MESSAGES.reportNotFound} />
    <p className="-mt-12 mb-6 px-4 text-muted">请核对链接是否完整；报告编号区分大小写。</p>
    <ButtonLink link={TOOL_VIEW}>打开评估工具</ButtonLink>
  </div>
)
