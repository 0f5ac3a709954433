import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { EventRegistration } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Tag } from '../../components/tag.tsx'
import { getCalendarUrl } from '../community/calendar-url.ts'
import { useRegistration } from '../community/event-registrations.ts'

/** A member's registration for an event, with the calendar file and a button to cancel. */
export function RegistrationCard({ registration }: { registration: EventRegistration }) {
  const { eventId, title, date, time, location, status, isEventCancelled, canCancel, registeredAt } = registration
  return (
    <article className="card flex h-full flex-col p-5">
      <p>
        <Tag>{describeStatus(registration)}</Tag>
      </p>
      <h2 className="mt-2 text-lg">{title}</h2>
      <p className="mt-1 tabular-nums">{[formatEnteredDay(date), time].filter(Boolean).join('　')}</p>
      {location && <p className="text-muted">{location}</p>}
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

function describeStatus({ status, waitingPosition, isEventCancelled }: EventRegistration): string {
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
      <Dialog isOpen={isDialogOpen} onClose={closeDialog} title="取消报名？" className="max-w-md">
        <p>
          {status === 'confirmed'
            ? `“${title}”的名额将让给候补的人，再报名时可能已无名额。`
            : `退出后，再次候补“${title}”需要重新排队。`}
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={closeDialog}>
            保留报名
          </Button>
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined, { onSettled: closeDialog })}>
            {cancel.isPending ? '取消中……' : '取消报名'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
