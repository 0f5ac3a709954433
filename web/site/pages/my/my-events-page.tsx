import { useQuery } from '@tanstack/react-query'
import { SITE_PAGES } from '#contracts/paths.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useSession } from '../../../shared/session.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { ownRegistrationsQuery } from '../community/event-registrations.ts'
import { EVENTS_URL } from '../community/events-url.ts'
import { RegistrationCard } from './registration-card.tsx'

const SUBTITLE = '报名的活动、候补的位次与日历文件。'

export const page: SitePage<'myEvents'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myEvents.title}
      subtitle={SUBTITLE}
      invitation={<p>登录后可以查看自己报名的活动。</p>}
    >
      <Registrations />
    </MemberPage>
  ),
}

function Registrations() {
  const { user } = useSession()
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownRegistrationsQuery(user?._id ?? ''))
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  if (data.length === 0)
    return (
      <div className="shell py-8">
        <EmptyNotice message="还没有报名活动。">
          <Link to={EVENTS_URL} className={getButtonClass()}>
            查看活动日历
          </Link>
        </EmptyNotice>
      </div>
    )
  return (
    <ul className="shell grid gap-4 py-8 md:grid-cols-2">
      {data.map((registration) => (
        <li key={registration.eventId}>
          <RegistrationCard registration={registration} />
        </li>
      ))}
    </ul>
  )
}
