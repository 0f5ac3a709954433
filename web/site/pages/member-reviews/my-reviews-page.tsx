import { useQuery } from '@tanstack/react-query'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { OwnReviewCard } from './own-review-card.tsx'
import { ownReviewsQuery } from './review-queries.ts'

const SUBTITLE = '您写过的产品评价、审核进度，以及读者看到的内容。'

export const page: SitePage<'myReviews'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myReviews.title}
      subtitle={SUBTITLE}
      invitation={<p className="max-w-prose">登录后查看、修改和撤回您的评价。</p>}
    >
      <div className="shell py-8">
        <MyReviews />
      </div>
    </MemberPage>
  ),
}

function MyReviews() {
  const { user } = useSession()
  const { data, error, isPending, refetch } = useQuery(ownReviewsQuery(user?._id ?? ''))
  if (isPending) return <PageSkeleton />
  if (error && !data)
    return <ErrorNotice message={toErrorMessage(error, MEMBER_REVIEW_MESSAGES.listFailed)} onRetry={() => refetch()} />
  if (data.length === 0)
    return (
      <EmptyNotice message="您还没有写过评价。打开一个用过的产品，在“用户评价”中写下第一条。">
        <Link to={PAGES.products} className={getButtonClass()}>
          浏览产品
        </Link>
      </EmptyNotice>
    )
  return (
    <ul className="space-y-4">
      {data.map((review) => (
        <li key={review.id}>
          <OwnReviewCard review={review} />
        </li>
      ))}
    </ul>
  )
}
