import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { EventRegistration } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { OwnList } from '../../account/own-list.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { EmptyNotice } from '../../components/page-states.tsx'
import { Tag } from '../../components/tag.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { getCalendarUrl } from '../community/calendar-url.ts'
import { ownRegistrationsQuery, useRegistration } from '../community/event-registrations.ts'
import { EVENTS_URL } from '../community/events-url.ts'

/** A member's registration for an event, with the calendar file and a button to cancel. */
function RegistrationCard({ registration }: { registration: EventRegistration }) {
  const { eventId, title, date, time, location, status, isEventCancelled, cancelReason, canCancel, registeredAt } =
    registration
  return (
    <article className="card flex h-full flex-col p-5">
      <p>
        <Tag>{describeStatus(registration)}</Tag>
      </p>
      <h2 className="mt-2 text-lg">{title}</h2>
      <p className="mt-1 tabular-nums">{[formatEnteredDay(date), time].filter(Boolean).join('　')}</p>
      {location && <p className="text-muted">{location}</p>}
      {cancelReason && <p className="mt-1 whitespace-pre-line">取消原因：{cancelReason}</p>}
      <p className="mt-1 mb-4 text-sm text-muted">{formatMinute(registeredAt)}报名</p>
      <div className="mt-auto flex flex-wrap gap-3">
        {status === 'confirmed' && !isEventCancelled && (
          <a href={getCalendarUrl({ id: eventId, date, title })} className={getButtonClass('outline')} download>
            <CalendarPlus className="size-4" aria-hidden />
            加入日历
          </a>
        )}
        {canCancel && <CancelButton registration={registration} />}
      </div>
    </article>
  )
}

function describeStatus({ status, waitingPosition, isEventCancelled, cancelReason }: EventRegistration): string {
  if (cancelReason) return '活动已取消'
  if (isEventCancelled) return '活动已取消或不再在本站报名'
  return `${REGISTRATION_STATUS_LABELS[status]}${waitingPosition === null ? '' : `第${waitingPosition}位`}`
}

function CancelButton({ registration }: { registration: EventRegistration }) {
  const { eventId, title, status } = registration
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { cancel } = useRegistration(eventId)
  const closeDialog = () => setIsDialogOpen(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        取消报名
      </Button>
      <ConfirmDialog
        isOpen={isDialogOpen}
        title="取消报名？"
        confirmLabel="取消报名"
        cancelLabel="保留报名"
        mutation={{ isPending: cancel.isPending, mutate: () => cancel.mutate(undefined, { onSettled: closeDialog }) }}
        onClose={closeDialog}
      >
        {status === 'confirmed'
          ? `“${title}”的名额将让给候补的人，再报名时可能已无名额。`
          : `退出后，再次候补“${title}”需要重新排队。`}
      </ConfirmDialog>
    </>
  )
}

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
      <div className="shell py-8">
        <Registrations />
      </div>
    </MemberPage>
  ),
}

function Registrations() {
  const { user } = useSession()
  return (
    <OwnList
      query={useQuery(ownRegistrationsQuery(user?._id ?? ''))}
      getItems={(registrations) => registrations}
      getKey={({ eventId }) => eventId}
      renderEmpty={() => (
        <EmptyNotice message="还没有报名活动。">
          <Link to={EVENTS_URL} className={getButtonClass()}>
            查看活动日历
          </Link>
        </EmptyNotice>
      )}
      className="grid gap-4 md:grid-cols-2"
    >
      {(registration) => <RegistrationCard registration={registration} />}
    </OwnList>
  )
}
