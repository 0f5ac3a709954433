import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { MethodChanges } from './method-changes.tsx'

const SUBTITLE = '每次修改准则、权重、证据等级或分数线，都生成一个新版本；旧版本一直可查。'

export const page: SitePage<'methods'> = {
  queries: (queries) => [queries.methods()],
  head: () => ({ description: SUBTITLE }),
  Component: MethodsPage,
}

function MethodsPage() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().methods())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={SITE_PAGES.methods.title} subtitle={SUBTITLE} />
      <Section>
        {data.length === 0 && <EmptyNotice message="还没有评估方法。" />}
        <ul className="divide-y divide-line border-y border-line empty:hidden">
          {data.map(({ version, createdAt, changes }) => (
            <li key={version} className="grid gap-x-8 gap-y-2 py-6 md:grid-cols-[10rem_1fr]">
              <div>
                <Link
                  to={PAGES.method(version)}
                  className="inline-flex min-h-11 items-center text-2xl font-semibold text-indigo hover:underline"
                >
                  M{version}
                </Link>
                <time className="block text-sm text-muted" dateTime={createdAt}>
                  {formatDay(createdAt)}
                </time>
              </div>
              <MethodChanges changes={changes} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
