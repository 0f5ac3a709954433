import { CalendarPlus, Clock, ExternalLink, type LucideIcon, MapPin, Mic, Users } from 'lucide-react'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { EventPlaces } from '#contracts/events/registration.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { formatIsoDay, formatWeekday, parseCalendarDay } from '#contracts/rules/calendar-day.ts'
import { isRegistrationOffered } from '#contracts/rules/event-registration.ts'
import { parseEventTime } from '#contracts/rules/event-time.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import type { EventStatus } from '#contracts/vocabulary.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { Phrases } from '../../components/phrases.tsx'
import { useToast } from '../../components/toast.tsx'
import { getCalendarUrl } from './calendar-url.ts'
import { MemberRegistration } from './member-registration.tsx'

/** A link to an external registration, or a button that explains why registration isn't possible yet. */
function ExternalRegistration({ event }: { event: CommunityEvent }) {
  const showToast = useToast()
  const link = toSafeLink(event.registrationUrl)
  const text = event.registrationButtonText || '立即报名'
  if (link)
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${text}：${event.title}（在新标签页打开）`}
        className={getButtonClass('primary', 'w-full sm:w-auto')}
      >
        {text}
        <ExternalLink className="size-4" aria-hidden />
      </a>
    )
  return (
    // Not disabled, so that it can be focused and pressed to show the explanation.
    <button
      type="button"
      aria-disabled
      aria-label={`报名暂未开放：${event.title}`}
      onClick={() => showToast(SITE_MESSAGES.registrationNotOpen)}
      className="inline-flex min-h-11 w-full cursor-not-allowed items-center justify-center rounded-lg border border-line bg-sunken px-5 font-medium text-muted sm:w-auto"
    >
      报名暂未开放
    </button>
  )
}

const STATUS_COLORS: Record<EventStatus, string> = {
  报名中: 'green',
  即将开始: 'blue',
  进行中: 'orange',
  已结束: 'gray',
}

/** The number of characters of an event's title that fit on a line of the narrowest screens. */
const TITLE_LINE_LENGTH = 16

type EventCardProps = { event: CommunityEvent; typeColor: string; places: EventPlaces | undefined }

/** An event of the calendar: date, title, place and registration. */
export function EventCard({ event, typeColor, places }: EventCardProps) {
  const hasEnded = event.status === '已结束'
  // If members register here, the number of participants is in `places`.
  const isMemberRegistration = isRegistrationOffered(event)
  const attendance =
    isMemberRegistration || event.attendees === 0 ? '' : `${event.attendees}人${hasEnded ? '参加' : '报名'}`
  return (
    <li className="grid gap-x-6 gap-y-4 border-t border-line py-6 sm:grid-cols-[4.5rem_1fr] lg:grid-cols-[4.5rem_1fr_11rem]">
      <EventDay date={event.date} />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-2">
          {event.type && <Badge text={event.type} color={typeColor} />}
          <Badge text={event.status} color={STATUS_COLORS[event.status]} />
        </p>
        <h4 className="mt-2 text-lg">
          <Phrases text={event.title} lineLength={TITLE_LINE_LENGTH} />
        </h4>
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <Detail label="时间" text={event.time} DetailIcon={Clock} />
          <Detail label="地点" text={event.location} DetailIcon={MapPin} />
          <Detail label="主讲" text={event.speaker} DetailIcon={Mic} />
          <Detail label="人数" text={attendance} DetailIcon={Users} />
        </ul>
        {event.description && <p className="mt-3 max-w-[46em] text-sm">{event.description}</p>}
        {!hasEnded && parseEventTime(event) && (
          <a
            href={getCalendarUrl(event)}
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
          {isMemberRegistration ? (
            <MemberRegistration event={event} places={places} />
          ) : (
            <ExternalRegistration event={event} />
          )}
        </div>
      )}
    </li>
  )
}

/** Shows the day of the month above the weekday; if the date is invalid, its text. */
function EventDay({ date }: { date: string }) {
  const day = parseCalendarDay(date)
  if (!day || day.day === null) return <p className="font-medium text-muted">{date || '日期待定'}</p>
  return (
    <time dateTime={formatIsoDay(day)} className="flex items-baseline gap-2 sm:block" title={date}>
      <span className="sr-only">{day.month}月</span>
      <span className="block text-3xl leading-none font-semibold tabular-nums">{day.day}</span>
      <span className="sr-only">日</span>
      <span className="block text-sm text-muted sm:mt-2">{formatWeekday(day)}</span>
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

function Detail({ label, text, DetailIcon }: { label: string; text: string; DetailIcon: LucideIcon }) {
  if (!text) return null
  return (
    <li className="inline-flex items-baseline gap-1.5">
      <DetailIcon className="size-4 shrink-0 self-center" aria-hidden />
      <span className="sr-only">{label}：</span>
      <span className="tabular-nums">{text}</span>
    </li>
  )
}
