import { z } from 'zod'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { getEventFileName } from '#contracts/rules/event-registration.ts'
import { type ContentService, getContentTopic } from '#server/modules/content/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { hasCalendarDay, toICalendar } from './calendar.ts'
import { EVENT_REGISTRATIONS_TOPIC, type EventService } from './service.ts'

export const eventRoutes = (events: EventService) => [
  defineRoute(eventCalls.listAvailability, () => events.listAvailability(), {
    invalidatedBy: [getContentTopic('community'), EVENT_REGISTRATIONS_TOPIC],
  }),
  defineRoute(eventCalls.listOwn, ({ user }) => events.listOwn(user.id)),
  defineRoute(eventCalls.register, async ({ params, actor }) => {
    const registration = await events.register(params.eventId, actor)
    return registration.status === 'waiting' ? withMessage(EVENT_MESSAGES.waiting, registration) : registration
  }),
  defineRoute(eventCalls.cancel, ({ params, actor }) => events.cancel(params.eventId, actor)),
  defineRoute(eventCalls.list, () => events.attendees.listEvents()),
  defineRoute(eventCalls.listAttendees, ({ params }) => events.attendees.list(params.eventId)),
  defineRoute(eventCalls.exportAttendees, async ({ params, query, actor }) =>
    download(await events.attendees.export(params.eventId, query, actor)),
  ),
  defineRoute(eventCalls.removeAttendee, ({ params, actor }) =>
    events.removeAttendee(params.eventId, params.userId, actor),
  ),
]

const ICALENDAR_CONTENT_TYPE = 'text/calendar; charset=utf-8'
const HIDDEN_PUBLIC_ROUTE = { config: { access: 'public' as const }, schema: { hide: true } }

type CalendarDependencies = {
  content: Pick<ContentService, 'get' | 'getLastSave'>
  settings: SettingsService
  publicUrl: string
}

/** iCalendar routes outside `/api`: a feed of all events to subscribe to, and one `.ics` file per event. */
export const eventCalendarRoutes =
  ({ content, settings, publicUrl }: CalendarDependencies): RegisterRoutes =>
  (app, { trackDependencies }) => {
    async function renderCalendar({ fileName }: { fileName?: string } = {}): Promise<string> {
      const { document } = await content.get('community')
      const { savedAt } = await content.getLastSave('community')
      const hasRequestedName = (event: CommunityEvent) => fileName === undefined || getEventFileName(event) === fileName
      const events = document.upcomingEvents.filter((event) => hasCalendarDay(event) && hasRequestedName(event))
      if (fileName !== undefined && events.length === 0) throw notFound()
      const { siteName } = await settings.getGeneral()
      return toICalendar(events, {
        name: fileName ?? `${siteName}：社区活动`,
        url: `${publicUrl}${PAGES.community}?tab=events`,
        host: new URL(publicUrl).host,
        // The epoch if the document was never saved, so that the output is always the same.
        savedAt: new Date(savedAt ?? 0),
      })
    }
    app.get('/events.ics', HIDDEN_PUBLIC_ROUTE, async (request, reply) => {
      trackDependencies(request, getContentTopic('community'), SETTINGS_TOPIC)
      return reply.type(ICALENDAR_CONTENT_TYPE).send(await renderCalendar())
    })
    app.get(
      '/events/:file',
      { ...HIDDEN_PUBLIC_ROUTE, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        trackDependencies(request, getContentTopic('community'), SETTINGS_TOPIC)
        const { file } = request.params
        if (!file.endsWith('.ics')) throw notFound()
        const fileName = file.slice(0, -'.ics'.length)
        return reply.type(ICALENDAR_CONTENT_TYPE).send(await renderCalendar({ fileName }))
      },
    )
  }
