import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { EventRegistration } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useSession } from '../../../shared/session.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { getCalendarUrl } from '../community/calendar-url.ts'
import { ownRegistrationsQuery, useRegistration } from '../community/event-registrations.ts'

const SUBTITLE = '报名的活动、候补的位次与日历文件。'
const EVENTS_URL = buildPageUrl(SITE_PAGES.community.path, SITE_PAGES.community.parameters, { tab: 'events' })

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
  const { data, isPending, error, refetch } = useQuery(ownRegistrationsQuery(user?._id ?? ''))
  if (isPending) return <PageSkeleton />
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
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

function RegistrationCard({ registration }: { registration: EventRegistration }) {
  const { eventId, title, date, time, location, status, waitingPosition, canCancel, registeredAt } = registration
  const [isConfirmDialogOpen, setIsConfirmDialogOpen] = useState(false)
  const { cancel } = useRegistration(eventId)
  return (
    <article className="card flex h-full flex-col p-5">
      <p>
        <Tag>
          {REGISTRATION_STATUS_LABELS[status]}
          {waitingPosition !== null && `第${waitingPosition}位`}
        </Tag>
      </p>
      <h2 className="mt-2 text-lg">{title}</h2>
      <p className="mt-1 tabular-nums">{[formatEnteredDay(date), time].filter(Boolean).join('　')}</p>
      {location && <p className="text-muted">{location}</p>}
      <p className="mt-1 mb-4 text-sm text-muted">{formatMinute(registeredAt)}报名</p>
      <div className="mt-auto flex flex-wrap gap-3">
        {status === 'confirmed' && (
          <a href={getCalendarUrl({ id: eventId, date, title })} className={getButtonClass('outline')} download>
            <CalendarPlus className="size-4" aria-hidden />
            加入日历
          </a>
        )}
        {canCancel && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsConfirmDialogOpen(true)}>
            取消报名
          </Button>
        )}
      </div>
      <Dialog
        isOpen={isConfirmDialogOpen}
        onClose={() => setIsConfirmDialogOpen(false)}
        title="取消报名？"
        className="max-w-md"
      >
        <p>
          {status === 'confirmed'
            ? `“${title}”的名额将让给候补的人，再报名时可能已无名额。`
            : `退出后，再次候补“${title}”需要重新排队。`}
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setIsConfirmDialogOpen(false)}>
            保留报名
          </Button>
          <Button
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSettled: () => setIsConfirmDialogOpen(false) })}
          >
            {cancel.isPending ? '取消中……' : '取消报名'}
          </Button>
        </div>
      </Dialog>
    </article>
  )
}
