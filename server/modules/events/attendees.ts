import type { EventQuery } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import type { Attendee } from '#contracts/events/registration.ts'
import type { ExportQuery } from '#contracts/export-query.ts'
import { EVENTS_PER_PAGE } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { CommunityEventService } from '#server/modules/community-events/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { ATTENDEE_COLUMNS } from './export-columns.ts'
import { countRegistrations, listAttendees } from './store.ts'
import { toEventRecord } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  records: CommunityEventService
}

const ATTENDEES_PER_QUERY = 500

/** Creates the back office's lists of events with their attendees, and the export of attendees. */
export function createAttendeeLists({ database, clock, audit, records }: Dependencies) {
  return {
    /** Lists a page of the events of one phase, or of those that match a search, with their registrations. */
    async listEvents(query: EventQuery) {
      const limit = EVENTS_PER_PAGE
      const { rows, counts } = await records.listPage(query, limit)
      const registrations = await countRegistrations(
        database.read,
        rows.map(({ id }) => id),
      )
      return {
        items: rows.map((row) => toEventRecord(row, registrations, clock.now())),
        counts,
        pagination: toPagination(query.page, limit, counts[query.phase]),
      }
    },

    /** Lists an event's attendees: confirmed ones first, each group in order of registration. */
    list: (eventId: string): Promise<Attendee[]> => listAttendees(database.read, eventId),

    /** Exports an event's attendees as a table, and audits the export. Throws `notFound` if there are none. */
    async export(eventId: string, { format }: ExportQuery, actor: Actor): Promise<TableStream & { name: string }> {
      const counts = await countRegistrations(database.read, [eventId])
      const [summary] = counts
      if (!summary) throw notFound(EVENT_MESSAGES.registrationNotFound)
      const target = `报名名单：${summary.eventTitle}`
      const total = counts.reduce((sum, { count }) => sum + Number(count), 0)
      await database.write((transaction) =>
        audit.record(transaction, { actor, action: 'data.export', target, detail: `${total}条` }),
      )
      return {
        ...streamTable(format, ATTENDEE_COLUMNS, streamAttendees(database, eventId)),
        name: `报名名单-${toDay(clock.now())}`,
      }
    },
  }
}

/**
 * Streams an event's attendees in batches from one snapshot. Otherwise batches would skip or repeat attendees whose
 * status changes in between.
 */
async function* streamAttendees(database: Database, eventId: string): AsyncGenerator<Attendee[]> {
  const snapshot = await database.openSnapshot()
  try {
    for (let offset = 0; ; offset += ATTENDEES_PER_QUERY) {
      const attendees = await listAttendees(snapshot.read, eventId, { limit: ATTENDEES_PER_QUERY, offset })
      yield attendees
      if (attendees.length < ATTENDEES_PER_QUERY) return
    }
  } finally {
    await snapshot.close()
  }
}
