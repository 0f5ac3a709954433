import { CalendarPlus, Clock, type LucideIcon, MapPin, Mic, Users } from 'lucide-react'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { EventPlaces } from '#contracts/events/registration.ts'
import { calendarDay, isoDay, weekdayName } from '#contracts/rules/calendar-day.ts'
import { acceptsRegistrations } from '#contracts/rules/event-registration.ts'
import { eventTime } from '#contracts/rules/event-time.ts'
import type { EventStatus } from '#contracts/vocabulary.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { Phrases } from '../../parts/phrases.tsx'
import { calendarAddress } from './calendar-address.ts'
import { MemberRegistration } from './member-registration.tsx'
import { RegisterButton } from './register-button.tsx'

const STATUS_COLORS: Record<EventStatus, string> = {
  报名中: 'green',
  即将开始: 'blue',
  进行中: 'orange',
  已结束: 'gray',
}

/** The characters of an event's title on a line of the narrowest screen. */
const NARROWEST_TITLE = 16

type EventCardProps = { event: CommunityEvent; typeColor: string; places: EventPlaces | undefined }

/** One line of the calendar: when, what, where, and the way in. */
export function EventCard({ event, typeColor, places }: EventCardProps) {
  const hasEnded = event.status === '已结束'
  // Where members register here, the places say how many have.
  const isHere = acceptsRegistrations(event)
  const people = `${event.attendees}人${hasEnded ? '参加' : '报名'}`
  return (
    <li className="grid gap-x-6 gap-y-4 border-t border-line py-6 sm:grid-cols-[4.5rem_1fr] lg:grid-cols-[4.5rem_1fr_11rem]">
      <EventDay date={event.date} />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-2">
          {event.type && <Badge text={event.type} color={typeColor} />}
          <Badge text={event.status} color={STATUS_COLORS[event.status]} />
        </p>
        <h4 className="mt-2 text-lg">
          <Phrases text={event.title} line={NARROWEST_TITLE} />
        </h4>
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <Fact label="时间" text={event.time} Drawn={Clock} />
          <Fact label="地点" text={event.location} Drawn={MapPin} />
          <Fact label="主讲" text={event.speaker} Drawn={Mic} />
          <Fact label="人数" text={isHere ? '' : people} Drawn={Users} />
        </ul>
        {event.description && <p className="mt-3 max-w-[46em] text-sm">{event.description}</p>}
        {!hasEnded && eventTime(event) && (
          <a
            href={calendarAddress(event)}
            className="mt-2 inline-flex min-h-11 items-center gap-1.5 text-sm text-indigo underline"
            aria-label={`把“${event.title}”加入日历`}
            download
          >
            <CalendarPlus className="size-4" aria-hidden />
            加入日历
          </a>
        )}
      </div>
      {!hasEnded && (
        <div className="sm:col-start-2 lg:col-start-3 lg:text-right">
          {isHere ? <MemberRegistration event={event} places={places} /> : <RegisterButton event={event} />}
        </div>
      )}
    </li>
  )
}

/** Renders the day as a calendar leaf; an invalid date as its text. */
function EventDay({ date }: { date: string }) {
  const day = calendarDay(date)
  if (!day || day.day === null) return <p className="font-medium text-muted">{date || '日期待定'}</p>
  return (
    <time dateTime={isoDay(day)} className="flex items-baseline gap-2 sm:block" title={date}>
      <span className="sr-only">{day.month}月</span>
      <span className="block text-3xl leading-none font-semibold tabular-nums">{day.day}</span>
      <span className="sr-only">日</span>
      <span className="block text-sm text-muted sm:mt-2">{weekdayName(day)}</span>
    </time>
  )
}

const Badge = ({ text, color }: { text: string; color: string }) => (
  <span
    className={`inline-block rounded border border-tone bg-tone px-2 text-xs leading-6 font-medium text-tone ${getToneClass(color)}`}
  >
    {text}
  </span>
)

function Fact({ label, text, Drawn }: { label: string; text: string; Drawn: LucideIcon }) {
  if (!text) return null
  return (
    <li className="inline-flex items-baseline gap-1.5">
      <Drawn className="size-4 shrink-0 self-center" aria-hidden />
      <span className="sr-only">{label}：</span>
      <span className="tabular-nums">{text}</span>
    </li>
  )
}
