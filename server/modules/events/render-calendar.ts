import { PAGES } from '#contracts/paths.ts'
import { getEventFileName } from '#contracts/rules/event-registration.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { hasCalendarDay, toICalendar } from './calendar.ts'

export type CalendarDependencies = {
  content: Pick<ContentService, 'get' | 'getLastSave'>
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

/** Creates the functions that write the events of the community page as iCalendar files. */
export function createCalendarRenderer({ content, settings, publicUrl }: CalendarDependencies) {
  async function listEvents() {
    const { document } = await content.get('community')
    return document.upcomingEvents.filter(hasCalendarDay)
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
      return toICalendar(await listEvents(), { ...(await getOptions()), name: `${siteName}：社区活动` })
    },

    /** Returns the calendar of one event, such as `活动.ics`. Throws `notFound`. */
    async renderFile(file: string): Promise<string> {
      const name = /^(.*)\.ics$/s.exec(file)?.[1]
      const events = (await listEvents()).filter((event) => getEventFileName(event) === name)
      if (name === undefined || events.length === 0) throw notFound()
      return toICalendar(events, { ...(await getOptions()), name })
    },
  }
}
