import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { CommunityEventsTable } from '#server/platform/database/tables/events.ts'

export type EventRow = Selectable<CommunityEventsTable>

/** Lists the events of the document, in its order. */
export const listListedEvents = (db: Queryable, limit: number): Promise<EventRow[]> =>
  db
    .selectFrom('communityEvents')
    .selectAll()
    .where('state', '=', 'listed')
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Which events a list shows; `today` separates coming events from past ones. Without `ids`, any. */
export type EventFilter = {
  phase: 'upcoming' | 'past' | 'cancelled'
  today: string
  ids: readonly string[] | undefined
}

function selectEvents(db: Queryable, { phase, today, ids }: EventFilter) {
  const query = db
    .selectFrom('communityEvents')
    .where('state', '=', phase === 'cancelled' ? 'cancelled' : 'listed')
    .$if(ids !== undefined, (rows) => rows.where(getDialect(db).isAmongTexts(sql.ref('id'), ids ?? [])))
  return phase === 'cancelled' ? query : query.where('sortDay', phase === 'past' ? '<' : '>=', today)
}

/** Lists events by their day: coming ones from the next on, others from the last on. */
export function listEventPage(db: Queryable, filter: EventFilter, { limit, offset }: RowRange): Promise<EventRow[]> {
  const direction = filter.phase === 'upcoming' ? 'asc' : 'desc'
  return selectEvents(db, filter)
    .selectAll()
    .orderBy('sortDay', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countEvents = (db: Queryable, filter: EventFilter): Promise<number> => countRows(selectEvents(db, filter))

/** Lists all events. */
export const listAllEvents = (db: Queryable): Promise<EventRow[]> =>
  db.selectFrom('communityEvents').selectAll().orderBy('id').execute()

export const findEvent = (db: Queryable, id: string): Promise<EventRow | undefined> =>
  db.selectFrom('communityEvents').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists the events of a day that aren't cancelled. */
export const listEventsOfDay = (db: Queryable, day: string): Promise<EventRow[]> =>
  db
    .selectFrom('communityEvents')
    .selectAll()
    .where('state', '=', 'listed')
    .where('sortDay', '=', day)
    .orderBy('id')
    .execute()

export const insertEvent = (db: Queryable, row: Insertable<CommunityEventsTable>) =>
  db.insertInto('communityEvents').values(row).execute()

export const updateEvent = (db: Queryable, id: string, change: Updateable<CommunityEventsTable>) =>
  db.updateTable('communityEvents').set(change).where('id', '=', id).execute()

export const deleteEvent = (db: Queryable, id: string) =>
  db.deleteFrom('communityEvents').where('id', '=', id).execute()

/** Notes that the attendees of an event are reminded of a day. Returns `false` if they were before. */
export async function markReminded(db: Queryable, id: string, day: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('communityEvents')
    .set({ remindedDay: day })
    .where('id', '=', id)
    .where('state', '=', 'listed')
    .where('sortDay', '=', day)
    .where('remindedDay', '!=', day)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the position before every other event. */
export const findFirstPosition = async (db: Queryable): Promise<number> => {
  const query = db.selectFrom('communityEvents').select('position').where('state', '=', 'listed')
  const first = await query.orderBy('position').orderBy('id').limit(1).executeTakeFirst()
  return (first?.position ?? 1) - 1
}

/** Returns whether anybody has registered for an event. */
export const hasRegistrations = async (db: Queryable, eventId: string): Promise<boolean> => {
  const query = db.selectFrom('eventRegistrations').select('id').where('eventId', '=', eventId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
