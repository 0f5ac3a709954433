import { useQuery } from '@tanstack/react-query'
import { Check, Clock, Mail } from 'lucide-react'
import type { SelectionContent } from '#contracts/documents/selection.ts'
import { LEAD_RESPONSE_HOURS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { IconListItem } from '../../components/icon-list-item.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { StatisticsRow } from '../../components/statistics-row.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { ConsultationForm } from './consultation-form.tsx'
import { ServicePackages } from './service-packages.tsx'
import { ServiceProcess } from './service-process.tsx'
import { SuccessCases } from './success-cases.tsx'

type Overview = SelectionContent['serviceOverview']

/** Describes the service: its features and its advantages. */
function ServiceOverview({ overview }: { overview: Overview }) {
  const { title, subtitle, description, capabilities, advantages } = overview
  if (!title && !description && capabilities.length + advantages.length === 0) return null
  return (
    <Section title={title || '服务概览'} lead={subtitle}>
      <div className={advantages.length > 0 ? 'grid gap-8 lg:grid-cols-[1.35fr_1fr] lg:gap-14' : ''}>
        {description && <p className="max-w-prose">{description}</p>}
        {advantages.length > 0 && (
          <div className="lg:border-l lg:border-line lg:pl-10">
            <h3 className="text-base">我们的做法</h3>
            <ul className="mt-3 grid gap-2.5 text-sm">
              {[...new Set(advantages)].map((advantage) => (
                <li key={advantage} className="flex gap-2.5">
                  <Check className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
                  {advantage}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Capabilities capabilities={capabilities} />
    </Section>
  )
}

function Capabilities({ capabilities }: { capabilities: Overview['capabilities'] }) {
  if (capabilities.length === 0) return null
  return (
    <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {capabilities.map((capability, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
        <IconListItem key={index} {...capability} heading="h3" />
      ))}
    </ul>
  )
}

/** The free consultation: a description next to the form. */
function ConsultationSection({ about }: { about: SelectionContent['consultationForm'] }) {
  const { data: site } = useQuery(useQueries().site())
  return (
    <section id="consultation" aria-labelledby="consultation-title" className="shell py-10 md:py-14" data-print="none">
      <div className="card grid gap-8 p-6 md:p-10 lg:grid-cols-[1fr_1.4fr] lg:gap-14">
        <div>
          <h2 id="consultation-title" className="text-2xl md:text-[1.75rem]">
            {about.title || '免费咨询'}
          </h2>
          {about.description && <p className="mt-3 text-muted">{about.description}</p>}
          <ul className="mt-6 grid gap-3 border-t border-line pt-6 text-sm">
            <li className="flex gap-3">
              <Clock className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
              提交后{LEAD_RESPONSE_HOURS}小时内与您联系
            </li>
            {site?.contactEmail && (
              <li className="flex gap-3">
                <Mail className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
                <span>
                  也可以写信到
                  <a href={`mailto:${site.contactEmail}`} className="text-indigo underline">
                    {site.contactEmail}
                  </a>
                </span>
              </li>
            )}
          </ul>
        </div>
        <ConsultationForm />
      </div>
    </section>
  )
}

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
