import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { ownQuestionCalls } from '#contracts/product-questions/calls.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
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
  const { user } = useSession()
  return (
    <OwnList
      query={useQuery(dataOf(queryOf(ownQuestionCalls.list, {}, user?._id ?? '')))}
      getItems={(posts) => posts}
      getKey={({ id }) => id}
      renderEmpty={() => (
        <EmptyNotice message="还没有提问或回答。打开一个产品，在“问答”中提问。">
          <Link to={PAGES.products} className={getButtonClass()}>
            浏览产品
          </Link>
        </EmptyNotice>
      )}
    >
      {(post) => <OwnPostCard post={post} />}
    </OwnList>
  )
}
