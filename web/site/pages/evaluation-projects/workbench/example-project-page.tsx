import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { isNotFound, toErrorMessage } from '../../../../shared/call-error.ts'
import { ButtonLink } from '../../../components/document-links.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { PageTitle, Section } from '../../../components/section.tsx'
import type { SitePage } from '../../../page.ts'
import { useQueries } from '../../../site-context.tsx'
import { ReadOnlyProject } from './read-only-project.tsx'

export const page: SitePage<'exampleProject'> = {
  queries: (queries) => [queries.exampleProject()],
  head: ({ client, queries }) => ({
    title: SITE_PAGES.exampleProject.title,
    description:
      client.getQueryData(queries.exampleProject().queryKey)?.description ||
      '一个完整的评估项目：评分、分歧、稳健性与测试',
  }),
  Component: ExampleProjectPage,
}

function ExampleProjectPage() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().exampleProject())
  if (isPending) return <PageSkeleton />
  if (isNotFound(error)) return <NoExample />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return <ReadOnlyProject project={data} token={undefined} />
}

const NoExample = () => (
  <>
    <PageTitle title={SITE_PAGES.exampleProject.title} />
    <Section>
      <EmptyNotice message="还没有示例项目。">
        <ButtonLink link={PAGES.evaluation}>查看评估方法</ButtonLink>
      </EmptyNotice>
    </Section>
  </>
)
