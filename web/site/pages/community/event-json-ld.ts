import type { CommunityEvent } from '#contracts/documents/community.ts'
import { PAGES } from '#contracts/paths.ts'
import { isExternalLink, safeLink } from '#contracts/rules/safe-link.ts'
import type { Brand } from '../../brand.ts'
import { calendarDay, isoDay } from './calendar-day.ts'

const HOURS = /^(\d{1,2}:\d{2})(?:\s*(?:-|–|—|~|至|到)\s*(\d{1,2}:\d{2}))?$/
/** Every time of a document is Beijing's. */
const ZONE = '+08:00'

type Host = { publicUrl: string; brand: Brand }

/** Returns JSON-LD of the upcoming events, for search engines; events without a valid date are omitted. */
export const eventsJsonLd = (events: readonly CommunityEvent[], host: Host): object[] =>
  events.flatMap((event) => (event.status === '已结束' ? [] : eventJsonLd(event, host)))

function eventJsonLd(event: CommunityEvent, { publicUrl, brand }: Host): object[] {
  const day = calendarDay(event.date)
  if (!day || day.day === null || event.title === '') return []
  const page = `${publicUrl}${PAGES.community}?tab=events`
  const link = safeLink(event.registrationUrl)
  const url = link && isExternalLink(link) ? link : page
  const isOnline = event.location.includes('线上')
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.title,
      ...parseHours(isoDay(day), event.time),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: isOnline
        ? { '@type': 'VirtualLocation', url }
        : { '@type': 'Place', name: event.location, address: event.location },
      ...(event.description ? { description: event.description } : {}),
      ...(event.speaker ? { performer: { '@type': 'Person', name: event.speaker } } : {}),
      organizer: { '@type': 'Organization', name: brand.name, url: `${publicUrl}/` },
      url: page,
    },
  ]
}

/** Returns only the day if the time isn't in digits. */
function parseHours(day: string, time: string): { startDate: string; endDate?: string } {
  const [, start, end] = HOURS.exec(time.normalize('NFKC').trim()) ?? []
  if (!start) return { startDate: day }
  const at = (hour: string) => `${day}T${hour.padStart(5, '0')}:00${ZONE}`
  return { startDate: at(start), ...(end ? { endDate: at(end) } : {}) }
}
