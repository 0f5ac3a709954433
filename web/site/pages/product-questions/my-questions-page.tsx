import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { ownQuestionCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES } from '#contracts/product-questions/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import type { SitePage } from '../../page.ts'
import { queryOf } from '../../query-of.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { OwnPostCard } from './own-post-card.tsx'

const SUBTITLE = '您就产品提的问题、作的回答，以及审核进度。'

export const page: SitePage<'myQuestions'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myQuestions.title}
      subtitle={SUBTITLE}
      invitation={<p>登录后可以查看、修改和删除自己的提问与回答。</p>}
    >
      <div className="shell py-8">
        <MyQuestions />
      </div>
    </MemberPage>
  ),
}

function MyQuestions() {
  const userId = useSession().user?._id ?? ''
  const { data, isPending, isLoadingError, error, refetch } = useQuery(
    dataOf(queryOf(ownQuestionCalls.list, {}, userId)),
  )
  if (isPending) return <PageSkeleton />
  if (isLoadingError)
    return <ErrorNotice message={toErrorMessage(error, QUESTION_MESSAGES.listFailed)} onRetry={() => refetch()} />
  if (data.length === 0)
    return (
      <EmptyNotice message="还没有提问或回答。打开一个产品，在“问答”中提问。">
        <Link to={PAGES.products} className={getButtonClass()}>
          浏览产品
        </Link>
      </EmptyNotice>
    )
  return (
    <ul className="space-y-4">
      {data.map((post) => (
        <li key={post.id}>
          <OwnPostCard post={post} />
        </li>
      ))}
    </ul>
  )
}
