import type { CommunityEvent } from '#contracts/documents/community.ts'
import { PAGES } from '#contracts/paths.ts'
import { getEventFileName } from '#contracts/rules/event-registration.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { hasCalendarDay, toICalendar } from './calendar.ts'
import type { EventService } from './service.ts'

export type CalendarDependencies = {
  content: Pick<ContentService, 'getLastSave'>
  settings: Pick<SettingsService, 'getGeneral'>
  events: Pick<EventService, 'list' | 'readEventChanges'>
  publicUrl: string
}

/** Creates the functions that write the events of the community page as iCalendar files. */
export function createCalendarRenderer({ content, settings, events, publicUrl }: CalendarDependencies) {
  async function listEvents() {
    return (await events.list()).filter(hasCalendarDay)
  }

  async function getOptions() {
    const { savedAt } = await content.getLastSave('community')
    return {
      url: `${publicUrl}${PAGES.community}?tab=events`,
      host: new URL(publicUrl).host,
      // The epoch if the document was never saved, so that the output is always the same.
      savedAt: new Date(savedAt ?? 0),
    }
  }

  return {
    /** Returns the calendar of all events. */
    async renderAll(): Promise<string> {
      const { siteName } = await settings.getGeneral()
      return toICalendar(await listEvents(), {
        ...(await getOptions()),
        ...(await events.readEventChanges()),
        name: `${siteName}：社区活动`,
      })
    },

    /** Returns the calendar of one event, such as `活动.ics`, which may have been cancelled. Throws `notFound`. */
    async renderFile(file: string): Promise<string> {
      const name = /^(.*)\.ics$/s.exec(file)?.[1]
      const isRequested = (event: CommunityEvent) => getEventFileName(event) === name
      const { sequences, cancelledEvents } = await events.readEventChanges()
      const [listed, cancelled] = [(await listEvents()).filter(isRequested), cancelledEvents.filter(isRequested)]
      const [event] = [...listed, ...cancelled]
      if (!event) throw notFound()
      return toICalendar(listed, {
        ...(await getOptions()),
        sequences,
        cancelledEvents: cancelled,
        name: event.title,
      })
    },
  }
}
