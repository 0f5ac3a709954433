import { useQuery } from '@tanstack/react-query'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { isNotFound, toErrorMessage } from '../../../../shared/call-error.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { ButtonLink } from '../../../components/document-links.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice, NotFoundNotice } from '../../../components/page-states.tsx'
import { PageTitle, Section } from '../../../components/section.tsx'
import type { SitePage } from '../../../page.ts'
import { queryOf } from '../../../query-of.ts'
import { useFragmentToken } from '../use-fragment-token.ts'
import { getExpiryCheckDelay } from './link-expiry.ts'
import { ReadOnlyProject } from './read-only-project.tsx'

export const page: SitePage<'sharedProject'> = {
  queries: () => [],
  head: () => ({ description: '凭只读链接查看评估项目', noIndex: true }),
  Component: ReadOnlyProjectPage,
}

const STORAGE_KEY = 'zhijian.project-reading'

/** A project opened by a reader's link. The token is in the fragment, which isn't sent to the server. */
function ReadOnlyProjectPage() {
  const token = useFragmentToken(STORAGE_KEY)
  if (token) return <LoadedReadOnlyProject key={token} token={token} />
  return (
    <>
      <PageTitle title={SITE_PAGES.sharedProject.title} />
      <Section>
        <noscript>
          <p>只读链接中的凭证只有JavaScript能读取，请启用后重新打开链接。</p>
        </noscript>
        {token === null && (
          <EmptyNotice message="只读链接不完整：请从项目负责人发来的链接重新打开。">
            <ExampleLink />
          </EmptyNotice>
        )}
      </Section>
    </>
  )
}

function LoadedReadOnlyProject({ token }: { token: string }) {
  const { data, isPending, error, refetch } = useQuery({
    ...dataOf(queryOf(readOnlyProjectCalls.open, { body: { token } })),
    retry: false,
    // Scores arrive, and the link may expire or be revoked, while the page is open.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => getExpiryCheckDelay(state.data?.data.readerLinkExpiresAt, Date.now()),
  })
  if (isPending) return <PageSkeleton />
  if (isNotFound(error)) return <InvalidLink message={error.message} />
  if (data) return <ReadOnlyProject project={data} token={token} />
  return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
}

const InvalidLink = ({ message }: { message: string }) => (
  <NotFoundNotice message={message} hint="请核对链接是否完整；撤销或过期的链接不能恢复，需由负责人发来新的链接。">
    <ExampleLink />
  </NotFoundNotice>
)

const ExampleLink = () => (
  <ButtonLink link={PAGES.exampleProject} variant="outline">
    查看示例评估项目
  </ButtonLink>
)
