import { useQuery } from '@tanstack/react-query'
import type { SelectionContent } from '#contracts/documents/selection.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { StatisticsRow } from '../../components/statistics-row.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { ConsultationSection } from './consultation-section.tsx'
import { ServiceOverview } from './service-overview.tsx'
import { ServicePackages } from './service-packages.tsx'
import { ServiceProcess } from './service-process.tsx'
import { SuccessCases } from './success-cases.tsx'

const { title: TITLE } = SITE_PAGES.selection

export const page: SitePage<'selection'> = {
  queries: (queries) => [queries.selection()],
  head({ client, queries }) {
    const selection = client.getQueryData(queries.selection().queryKey)
    return {
      title: selection?.pageInfo.title,
      description: selection?.pageInfo.subtitle || selection?.serviceOverview.description || TITLE,
    }
  },
  Component: SelectionPage,
}

function SelectionPage() {
  const { data, isPending, isLoadingError, refetch } = useQuery(useQueries().selection())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.selectionPageFailed} onRetry={() => refetch()} />
  return <Selection selection={data} />
}

function Selection({ selection }: { selection: SelectionContent }) {
  const { pageInfo, servicePackages } = selection
  return (
    <>
      <PageTitle title={pageInfo.title || TITLE} subtitle={pageInfo.subtitle}>
        <div className="mt-6 flex flex-wrap gap-3" data-print="none">
          <a href="#consultation" className={getButtonClass('primary')}>
            预约免费咨询
          </a>
          <Link to={PAGES.shortlistWizard} className={getButtonClass('outline')}>
            选型向导
          </Link>
          {servicePackages.length > 0 && (
            <a href="#packages" className={getButtonClass('outline')}>
              比较服务套餐
            </a>
          )}
        </div>
      </PageTitle>
      <ServiceOverview overview={selection.serviceOverview} />
      <ServiceProcess steps={selection.serviceProcess} />
      <ServicePackages packages={servicePackages} />
      {selection.statistics.length > 0 && (
        <div className="shell py-4">
          <StatisticsRow statistics={selection.statistics} />
        </div>
      )}
      <SuccessCases cases={selection.successCases} />
      <ConsultationSection about={selection.consultationForm} />
      <CallToAction callToAction={selection.callToAction} />
    </>
  )
}
