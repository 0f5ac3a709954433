import type { CommunityEvent } from '#contracts/documents/community.ts'
import { PAGES } from '#contracts/paths.ts'
import { type EventTime, parseEventTime } from '#contracts/rules/event-time.ts'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import type { Brand } from '../../brand.ts'

type Site = { publicUrl: string; brand: Brand }

/** Returns JSON-LD of the upcoming events, for search engines; events without a valid date are omitted. */
export const createEventsJsonLd = (events: readonly CommunityEvent[], site: Site): object[] =>
  events
    .filter(({ status, title }) => status !== '已结束' && title !== '')
    .flatMap((event) => {
      const time = parseEventTime(event)
      return time ? [createEventJsonLd(event, time, site)] : []
    })

function createEventJsonLd(event: CommunityEvent, time: EventTime, { publicUrl, brand }: Site): object {
  const page = `${publicUrl}${PAGES.community}?tab=events`
  const registrationLink = toSafeLink(event.registrationUrl)
  const url = registrationLink && isExternalLink(registrationLink) ? registrationLink : page
  const isOnline = event.location.includes('线上')
  // Properties that are undefined are left out of the JSON.
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    startDate: time.start ?? time.day,
    endDate: time.end || undefined,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: event.location, address: event.location },
    description: event.description || undefined,
    performer: event.speaker ? { '@type': 'Person', name: event.speaker } : undefined,
    organizer: { '@type': 'Organization', name: brand.name, url: `${publicUrl}/` },
    url: page,
  }
}
