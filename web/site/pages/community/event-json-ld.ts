import type { CommunityEvent } from '#contracts/documents/community.ts'
import { PAGES } from '#contracts/paths.ts'
import { parseEventTime } from '#contracts/rules/event-time.ts'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import type { Brand } from '../../brand.ts'

type Site = { publicUrl: string; brand: Brand }

/** Returns JSON-LD of the upcoming events, for search engines; events without a valid date are omitted. */
export const createEventsJsonLd = (events: readonly CommunityEvent[], site: Site): object[] =>
  events.flatMap((event) => (event.status === '已结束' ? [] : createEventJsonLd(event, site)))

function createEventJsonLd(event: CommunityEvent, { publicUrl, brand }: Site): object[] {
  const time = parseEventTime(event)
  if (!time || event.title === '') return []
  const page = `${publicUrl}${PAGES.community}?tab=events`
  const link = toSafeLink(event.registrationUrl)
  const url = link && isExternalLink(link) ? link : page
  const isOnline = event.location.includes('线上')
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.title,
      startDate: time.start ?? time.day,
      ...(time.end ? { endDate: time.end } : {}),
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
