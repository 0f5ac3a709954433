import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { CommunityContent, CommunityEvent } from '#contracts/documents/community.ts'
import type { EventPlaces } from '#contracts/events/registration.ts'
import { formatMonth, parseCalendarDay } from '#contracts/rules/calendar-day.ts'
import { EmptyNotice } from '../../components/page-states.tsx'
import { useQueries, useSite } from '../../site-context.tsx'
import { CALENDAR_PATH } from './calendar-url.ts'
import { EventCard } from './event-card.tsx'
import { TabSection } from './tab-section.tsx'

type EventsProps = {
  events: CommunityContent['upcomingEvents']
  activityTypes: CommunityContent['overview']['activityTypes']
}

/** The calendar: upcoming and ended events, grouped by month. */
export function Events({ events, activityTypes }: EventsProps) {
  const { upcoming, ended } = groupEvents(events)
  const colors = new Map(activityTypes.map(({ title, color }) => [title, color]))
  const { data: allPlaces = [] } = useQuery(useQueries().eventPlaces())
  const places = new Map(allPlaces.map((eventPlaces) => [eventPlaces.eventId, eventPlaces]))
  if (events.length === 0) return <EmptyNotice message="暂无活动安排，请稍后再来看看。" />
  return (
    <>
      {upcoming.length > 0 && (
        <TabSection title="近期活动" lead="时间均为北京时间。">
          <CalendarLinks />
          <EventGroups groups={upcoming} colors={colors} places={places} />
        </TabSection>
      )}
      {ended.length > 0 && (
        <TabSection title="往期活动">
          <EventGroups groups={ended} colors={colors} places={places} />
        </TabSection>
      )}
    </>
  )
}

const LINK_CLASS = 'inline-flex min-h-11 items-center gap-1.5 text-indigo underline'

/** Links to the calendar of all events: `webcal:` subscribes in calendar apps; the address serves other programs. */
function CalendarLinks() {
  const { host } = new URL(useSite().publicUrl)
  return (
    <p className="mb-4 flex flex-wrap gap-x-6">
      <a href={`webcal://${host}${CALENDAR_PATH}`} className={LINK_CLASS}>
        <CalendarPlus className="size-4" aria-hidden />
        订阅全部活动的日历
      </a>
      <a href={CALENDAR_PATH} className={LINK_CLASS} download>
        下载日历文件
      </a>
    </p>
  )
}

type EventGroupsProps = {
  groups: readonly EventGroup[]
  colors: ReadonlyMap<string, string>
  places: ReadonlyMap<string, EventPlaces>
}

function EventGroups({ groups, colors, places }: EventGroupsProps) {
  return groups.map(({ month, events }, groupIndex) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same month; only their order identifies them.
    <div key={groupIndex} className="mt-8 first:mt-0">
      <h3 className="mb-1 text-base font-medium text-muted tabular-nums">{month}</h3>
      <ul className="border-b border-line">
        {events.map((event, index) => (
          <EventCard
            // biome-ignore lint/suspicious/noArrayIndexKey: ids in a document may be missing or repeated.
            key={index}
            event={event}
            typeColor={colors.get(event.type) ?? 'gray'}
            places={places.get(event.id)}
          />
        ))}
      </ul>
    </div>
  ))
}

type EventGroup = { month: string; events: CommunityEvent[] }

/** The heading of events without a valid date. */
const UNDATED_HEADING = '日期待定'

/** Splits events into upcoming and ended ones, grouped by month in the document's order. */
export function groupEvents(events: readonly CommunityEvent[]): { upcoming: EventGroup[]; ended: EventGroup[] } {
  return {
    upcoming: groupByMonth(events.filter(({ status }) => status !== '已结束')),
    ended: groupByMonth(events.filter(({ status }) => status === '已结束')),
  }
}

/** Starts a group whenever the month changes, keeping the document's order. */
function groupByMonth(events: readonly CommunityEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const day = parseCalendarDay(event.date)
    const month = day ? formatMonth(day) : UNDATED_HEADING
    const lastGroup = groups.at(-1)
    if (lastGroup?.month === month) lastGroup.events.push(event)
    else groups.push({ month, events: [event] })
  }
  return groups
}
