import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { describeContents } from './describe-contents.ts'
import { ownShortlistsQuery } from './shortlist-queries.ts'

const SUBTITLE = '保存的选型清单，结果随产品资料更新。'

export const page: SitePage<'myShortlists'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myShortlists.title}
      subtitle={SUBTITLE}
      action={
        <Link to={PAGES.shortlistWizard} className={getButtonClass('primary', 'mt-6')}>
          新建清单
        </Link>
      }
      invitation={<p>登录后可以保存与管理自己的选型清单。</p>}
    >
      <div className="shell py-8">
        <OwnShortlists />
      </div>
    </MemberPage>
  ),
}

function OwnShortlists() {
  const { user } = useSession()
  return (
    <OwnList
      query={useQuery(ownShortlistsQuery(user?._id))}
      getItems={(shortlists) => shortlists}
      getKey={({ id }) => id}
      renderEmpty={() => (
        <EmptyNotice message="还没有清单。用选型向导提出要求，或在产品页面选择“加入清单”，就能保存一份。" />
      )}
      className="grid gap-4 md:grid-cols-2"
    >
      {(shortlist) => (
        <Link to={PAGES.shortlist(shortlist.id)} className="card block h-full p-5 hover:border-indigo">
          <h2 className="text-lg">{shortlist.title}</h2>
          <p className="mt-1 text-muted">
            {describeContents(shortlist)}；{formatMinute(shortlist.updatedAt)}
          </p>
          {shortlist.isNotified && (
            <p className="mt-2">
              <Tag>有变化时通知</Tag>
            </p>
          )}
        </Link>
      )}
    </OwnList>
  )
}
