/** The events of the community as records, from which the list of its document is derived. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { EventQuery } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { EVENT_PHASES } from '#contracts/events/phases.ts'
import { LIST } from '#contracts/limits.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createMatcher } from '#server/platform/search-text/pinyin.ts'
import { assignEventIds } from './assign-event-ids.ts'
import {
  countEvents,
  deleteEvent,
  type EventRow,
  findEvent,
  findFirstPosition,
  hasRegistrations,
  insertEvent,
  listAllEvents,
  listEventPage,
  listEventsOfDay,
  listListedEvents,
  markReminded,
  updateEvent,
} from './store.ts'
import { toColumns, toEvent } from './view.ts'

export type { EventRow }
export { toEvent }
export type CommunityEventService = ReturnType<typeof createCommunityEventService>

type Dependencies = { database: Database; clock: Clock }

/** Creates the service for the records of events. What their changes mean to attendees is that of `events`. */
export function createCommunityEventService({ database, clock }: Dependencies) {
  const listRows = (db: Queryable) => listListedEvents(db, LIST.long)

  /** Replaces an event, which also lists it again if it was cancelled. */
  const save = ({ db }: Transaction, row: EventRow, event: CommunityEvent, position: number) =>
    updateEvent(db, row.id, {
      ...toColumns(event),
      state: 'listed',
      cancelReason: '',
      position,
      version: row.version + 1,
    })

  const insert = ({ db }: Transaction, event: CommunityEvent, position: number) =>
    insertEvent(db, {
      ...toColumns(event),
      id: event.id,
      state: 'listed',
      position,
      cancelReason: '',
      remindedDay: '',
    })

  const cancel = ({ db }: Transaction, row: EventRow, cancelReason: string) =>
    updateEvent(db, row.id, {
      state: 'cancelled',
      cancelReason,
      version: row.version + 1,
    })

  /** Returns the ids of the events whose titles match a search; `undefined` if it is empty. */
  async function findMatches(search: string): Promise<string[] | undefined> {
    if (search === '') return undefined
    const matches = createMatcher(foldText(search))
    return (await listAllEvents(database.read))
      .filter((row) => matches(foldText(toEvent(row).title)))
      .map(({ id }) => id)
  }

  /** Stores an event at its position in the document's list. */
  async function place(transaction: Transaction, event: CommunityEvent, position: number) {
    const row = await findEvent(transaction.db, event.id)
    if (!row) await insert(transaction, event, position)
    else if (row.state !== 'listed' || !isDeepStrictEqual(toEvent(row), event))
      await save(transaction, row, event, position)
    else if (row.position !== position) await updateEvent(transaction.db, row.id, { position })
  }

  return {
    /** Lists the events of the document, in its order. `db` may belong to a transaction. */
    list: async (db: Queryable = database.read): Promise<CommunityEvent[]> => (await listRows(db)).map(toEvent),

    /** Lists the rows of one phase whose titles match a search, by their day, with the number of those of each phase. */
    async listPage({ phase, search, page }: EventQuery, limit: number) {
      const shown = { today: toDay(clock.now()), ids: await findMatches(search) }
      const [rows, upcoming, past, cancelled] = await Promise.all([
        listEventPage(database.read, { ...shown, phase }, toRowRange(page, limit)),
        ...EVENT_PHASES.map((each) => countEvents(database.read, { ...shown, phase: each })),
      ])
      return { rows, counts: { upcoming: upcoming ?? 0, past: past ?? 0, cancelled: cancelled ?? 0 } }
    },

    find: (db: Queryable, id: string): Promise<EventRow | undefined> => findEvent(db, id),

    /**
     * Replaces the events with the list of a document, in its order, inside the caller's transaction, which has locked
     * the document. Those that are missing are deleted, or cancelled if anybody has registered. Returns whether anything changed.
     */
    async replace(transaction: Transaction, submitted: readonly CommunityEvent[]): Promise<boolean> {
      const { db } = transaction
      const rows = await listRows(db)
      const events = assignEventIds(submitted, rows.map(toEvent), randomUUID)
      if (isDeepStrictEqual(events, rows.map(toEvent))) return false
      const ids = new Set(events.map(({ id }) => id))
      for (const row of rows) {
        if (ids.has(row.id)) continue
        if (await hasRegistrations(db, row.id)) await cancel(transaction, row, '')
        else await deleteEvent(db, row.id)
      }
      for (const [position, event] of events.entries()) await place(transaction, event, position)
      return true
    },

    /** Adds an event before all others. Throws `conflict` if the list of the document is full. */
    async add(transaction: Transaction, event: CommunityEvent): Promise<void> {
      if ((await listRows(transaction.db)).length >= LIST.long) throw conflict(EVENT_MESSAGES.tooMany(LIST.long))
      await insert(transaction, event, await findFirstPosition(transaction.db))
    },

    /** Replaces one event. */
    async update(transaction: Transaction, row: EventRow, event: CommunityEvent): Promise<void> {
      await save(transaction, row, event, row.position)
    },

    /** Cancels an event: it is no longer in the document. */
    async cancel(transaction: Transaction, row: EventRow, reason: string): Promise<void> {
      await cancel(transaction, row, reason)
    },

    /** Deletes an event. */
    async remove(transaction: Transaction, id: string): Promise<void> {
      await deleteEvent(transaction.db, id)
    },

    /** Lists the events of a day, of which attendees may have to be reminded. */
    listOfDay: async (day: string): Promise<CommunityEvent[]> =>
      (await listEventsOfDay(database.read, day)).filter(({ remindedDay }) => remindedDay !== day).map(toEvent),

    /** Notes inside the caller's transaction that attendees are reminded. Returns `false` if they were before. */
    markReminded: ({ db }: Transaction, id: string, day: string): Promise<boolean> => markReminded(db, id, day),
  }
}
