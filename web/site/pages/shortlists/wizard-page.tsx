import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'
import { useOptimisticPageQuery } from '../../use-page-query.ts'
import { WizardSteps } from './wizard-steps.tsx'

const SUBTITLE = '最多八个问题，都可以跳过。每个回答变成明确的要求，可以修改；结果按资料逐条说明，不打分。'
const { title: TITLE, parameters } = SITE_PAGES.shortlistWizard

export const page: SitePage<'shortlistWizard'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE }),
  Component: WizardPage,
}

function WizardPage() {
  return (
    <>
      <PageTitle title={TITLE} subtitle={SUBTITLE} />
      <noscript>
        <p className="shell py-6">
          选型向导需要启用JavaScript；也可以
          <a href={PAGES.products} className="inline-flex min-h-11 items-center text-indigo underline">
            在产品目录中按条件筛选
          </a>
          。
        </p>
      </noscript>
      <div className="noscript:hidden">
        <Wizard />
      </div>
    </>
  )
}

function Wizard() {
  const { query, change } = useOptimisticPageQuery(parameters)
  const { data, error, isPending, isLoadingError, isPlaceholderData, refetch } = useQuery({
    ...useQueries().attributes(query.catalogue),
    // Keeps the questions while those of another catalogue are loading, so that focus and input aren't lost.
    placeholderData: keepPreviousData,
  })
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return <WizardSteps attributes={data} isLoading={isPlaceholderData} query={query} change={change} />
}
