import { z } from 'zod'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { eventFileName } from '#contracts/rules/event-registration.ts'
import { type ContentService, contentTopic } from '#server/modules/content/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { handle, withMessage } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { isInCalendar, toCalendar } from './calendar.ts'
import { EVENT_REGISTRATIONS_TOPIC, type EventService } from './service.ts'

export const eventRoutes = (events: EventService) => [
  handle(eventCalls.listPlaces, () => events.listPlaces(), {
    dependsOn: [contentTopic('community'), EVENT_REGISTRATIONS_TOPIC],
  }),
  handle(eventCalls.listOwn, ({ user }) => events.listOwn(user.id)),
  handle(eventCalls.register, async ({ params, actor }) => {
    const registration = await events.register(params.eventId, actor)
    return registration.status === 'waiting' ? withMessage(EVENT_MESSAGES.waiting, registration) : registration
  }),
  handle(eventCalls.cancel, ({ params, actor }) => events.cancel(params.eventId, actor)),
  handle(eventCalls.list, () => events.list()),
  handle(eventCalls.listAttendees, ({ params }) => events.listAttendees(params.eventId)),
  handle(eventCalls.exportAttendees, async ({ params, query, actor }) =>
    download(await events.exportAttendees(params.eventId, query, actor)),
  ),
  handle(eventCalls.removeAttendee, ({ params, actor }) => events.removeAttendee(params.eventId, params.userId, actor)),
]

const CALENDAR = 'text/calendar; charset=utf-8'
const open = { config: { access: 'public' as const }, schema: { hide: true } }

type CalendarDependencies = {
  content: Pick<ContentService, 'read' | 'getLastSave'>
  settings: SettingsService
  publicUrl: string
}

/** Routes of the calendars, outside `/api`: all events to subscribe to, and a file for each. */
export const eventCalendarRoutes =
  ({ content, settings, publicUrl }: CalendarDependencies): Routes =>
  (app, { dependsOn }) => {
    async function write(find: (name: string) => boolean, title?: string): Promise<string> {
      const { document } = await content.read('community')
      const { savedAt } = await content.getLastSave('community')
      const events = document.upcomingEvents.filter((event) => isInCalendar(event) && find(eventFileName(event)))
      if (title !== undefined && events.length === 0) throw notFound()
      const { siteName } = await settings.getGeneral()
      return toCalendar(events, {
        name: title ?? `${siteName}：社区活动`,
        page: `${publicUrl}${PAGES.community}?tab=events`,
        host: new URL(publicUrl).host,
        savedAt: new Date(savedAt ?? 0),
      })
    }
    app.get('/events.ics', open, async (request, reply) => {
      dependsOn(request, contentTopic('community'), SETTINGS_TOPIC)
      return reply.type(CALENDAR).send(await write(() => true))
    })
    app.get(
      '/events/:file',
      { ...open, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        dependsOn(request, contentTopic('community'), SETTINGS_TOPIC)
        const { file } = request.params
        if (!file.endsWith('.ics')) throw notFound()
        const name = file.slice(0, -'.ics'.length)
        return reply.type(CALENDAR).send(await write((each) => each === name, name))
      },
    )
  }
