import { z } from 'zod'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { getContentTopic } from '#server/modules/content/service.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import { type CalendarDependencies, createCalendarRenderer } from './render-calendar.ts'
import { EVENT_REGISTRATIONS_TOPIC, type EventService } from './service.ts'

/** Routes of event registrations: the first four for visitors and members, the others for organizers. */
export const eventRoutes = (events: EventService) => [
  defineRoute(eventCalls.listAvailability, () => events.listAvailability(), {
    invalidatedBy: [getContentTopic('community'), EVENT_REGISTRATIONS_TOPIC],
  }),
  defineRoute(eventCalls.listOwn, ({ user }) => events.listOwn(user.id)),
  defineRoute(eventCalls.register, async ({ params, user }) => {
    const registration = await events.register(params.eventId, user)
    return registration.status === 'waiting' ? withMessage(EVENT_MESSAGES.waiting, registration) : registration
  }),
  defineRoute(eventCalls.cancel, ({ params, user }) => events.cancel(params.eventId, user)),
  defineRoute(eventCalls.list, ({ query }) => events.attendees.listEvents(query)),
  defineRoute(eventCalls.create, ({ body, user }) => events.editing.create(body, user)),
  defineRoute(eventCalls.update, ({ params, query, body, ifMatch, user }) =>
    events.editing.update(params.eventId, body, { actor: user, ifMatch, isConfirmed: query.confirmed }),
  ),
  defineRoute(eventCalls.callOff, ({ params, body, user }) =>
    events.editing.callOff(params.eventId, body.reason, user),
  ),
  defineRoute(eventCalls.remove, ({ params, user }) => events.editing.remove(params.eventId, user)),
  defineRoute(eventCalls.listAttendees, ({ params }) => events.attendees.list(params.eventId)),
  defineRoute(eventCalls.exportAttendees, async ({ params, query, user }) =>
    download(await events.attendees.export(params.eventId, query, user)),
  ),
  defineRoute(eventCalls.removeAttendee, ({ params, user }) =>
    events.removeAttendee(params.eventId, params.userId, user),
  ),
]

const ICALENDAR_CONTENT_TYPE = 'text/calendar; charset=utf-8'
const HIDDEN_PUBLIC_ROUTE = {
  config: { access: 'public' as const, isCrossOrigin: true as const },
  schema: { hide: true },
}

/** iCalendar routes outside `/api`: a feed of all events to subscribe to, and one `.ics` file per event. */
export const eventCalendarRoutes =
  (dependencies: CalendarDependencies): RegisterRoutes =>
  (app, { trackDependencies }) => {
    const calendar = createCalendarRenderer(dependencies)
    app.get('/events.ics', HIDDEN_PUBLIC_ROUTE, async (request, reply) => {
      trackDependencies(request, getContentTopic('community'), SETTINGS_TOPIC)
      return reply.type(ICALENDAR_CONTENT_TYPE).send(await calendar.renderAll())
    })
    app.get(
      '/events/:file',
      { ...HIDDEN_PUBLIC_ROUTE, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        trackDependencies(request, getContentTopic('community'), SETTINGS_TOPIC)
        return reply.type(ICALENDAR_CONTENT_TYPE).send(await calendar.renderFile(request.params.file))
      },
    )
  }
