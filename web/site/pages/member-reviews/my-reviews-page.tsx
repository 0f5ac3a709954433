import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
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
  return (
    <OwnList
      query={useQuery(ownReviewsQuery(user?._id ?? ''))}
      getItems={(reviews) => reviews}
      getKey={({ id }) => id}
      renderEmpty={() => (
        <EmptyNotice message="您还没有写过评价。打开一个用过的产品，在“用户评价”中写下第一条。">
          <Link to={PAGES.products} className={getButtonClass()}>
            浏览产品
          </Link>
        </EmptyNotice>
      )}
    >
      {(review) => <OwnReviewCard review={review} />}
    </OwnList>
  )
}
