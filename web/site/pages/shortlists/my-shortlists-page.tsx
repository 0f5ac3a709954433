import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
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
      <OwnShortlists />
    </MemberPage>
  ),
}

function OwnShortlists() {
  const { user } = useSession()
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownShortlistsQuery(user?._id))
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (data.length === 0)
    return (
      <div className="shell py-8">
        <EmptyNotice message="还没有清单。用选型向导提出要求，或在产品页面选择“加入清单”，就能保存一份。" />
      </div>
    )
  return (
    <ul className="shell grid gap-4 py-8 md:grid-cols-2">
      {data.map((shortlist) => (
        <li key={shortlist.id}>
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
        </li>
      ))}
    </ul>
  )
}
