/** The privacy policy and the terms, whose texts are in the settings. */
import { useQuery } from '@tanstack/react-query'
import { SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { PageTitle } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'

/** The field of each page's text, and its subtitle. */
const LEGAL_PAGES = {
  privacy: { field: 'privacyPolicy', subtitle: '我们收集哪些信息、用来做什么、保存多久，以及您的权利。' },
  terms: { field: 'terms', subtitle: '使用本网站和提交资料时，双方的约定。' },
} as const

export const privacyPage = createLegalPage('privacy')
export const termsPage = createLegalPage('terms')

function createLegalPage(name: keyof typeof LEGAL_PAGES): SitePage<'privacy' | 'terms'> {
  const { field, subtitle } = LEGAL_PAGES[name]
  const { title } = SITE_PAGES[name]

  function LegalPage() {
    const { data: site } = useQuery(useQueries().site())
    const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().legal())
    if (isPending) return <PageSkeleton />
    if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
    return (
      <>
        <PageTitle title={title} subtitle={subtitle} />
        <article className="shell py-8 md:py-11">
          <RichText html={data[field]} />
          {site?.operatorName && <p className="mt-8 text-muted">{site.operatorName}</p>}
        </article>
      </>
    )
  }

  return {
    queries: (queries) => [queries.legal()],
    head: () => ({ description: subtitle }),
    Component: LegalPage,
  }
}
