import { type Kysely, sql } from 'kysely'
import { getEventSortDay } from '#contracts/rules/event-time.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { primaryKey, required, version } from './columns.ts'

const TABLE = 'community_events'

/**
 * Creates the table of the community's events, and moves those of the stored document into it. An event that has
 * registrations but was removed from the document becomes a cancelled one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable(TABLE)
    .addColumn('id', 'text', primaryKey)
    .addColumn('state', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('sort_day', 'text', required)
    .addColumn('event_json', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('cancel_reason', 'text', required)
    .addColumn('reminded_day', 'text', required)
    .execute()
  await schema.createIndex(`${TABLE}_order`).on(TABLE).columns(['state', 'position', 'id']).execute()
  await schema.createIndex(`${TABLE}_days`).on(TABLE).columns(['state', 'sort_day', 'id']).execute()
  await moveDocumentEvents(db)
  await keepRemovedEvents(db)
}

async function moveDocumentEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ content: string }>`
    select data_json as content from documents where kind = 'community'`.execute(db)
  const [row] = rows
  if (!row) return
  const { upcomingEvents, ...page }: JsonObject = JSON.parse(row.content)
  const ids = new Set<string>()
  for (const [position, event] of (Array.isArray(upcomingEvents) ? upcomingEvents.filter(isObject) : []).entries()) {
    const id = chooseId(event, position, ids)
    ids.add(id)
    await insert(db, { event: { ...event, id }, id, position, state: 'listed' })
  }
  await sql`update documents set data_json = ${JSON.stringify(page)} where kind = 'community'`.execute(db)
}

/** Keeps an event's id, by which registrations and calendars name it; an older document may lack or repeat one. */
function chooseId({ id }: JsonObject, position: number, taken: ReadonlySet<string>): string {
  if (typeof id === 'string' && id !== '' && !taken.has(id)) return id
  let number = position + 1
  while (taken.has(`event-${number}`)) number += 1
  return `event-${number}`
}

async function keepRemovedEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; title: string; date: string; time: string }>`
    select event_id as id, max(event_title) as title, max(event_date) as date, max(event_time) as time
    from event_registrations
    where event_id not in (select id from community_events)
    group by event_id`.execute(db)
  for (const { id, title, date, time } of rows)
    await insert(db, { event: { id, title, date, time }, id, position: 0, state: 'cancelled' })
}

type Row = { id: string; event: JsonObject; position: number; state: string }

async function insert(db: Kysely<unknown>, { id, event, position, state }: Row): Promise<void> {
  const [date, time, status] = [event.date, event.time, event.status].map((text) => String(text ?? ''))
  const sortDay = getEventSortDay({ date: date ?? '', time: time ?? '', status: status ?? '' })
  await sql`
    insert into community_events
      (id, state, position, sort_day, event_json, cancel_reason, reminded_day)
    values (${id}, ${state}, ${position}, ${sortDay}, ${JSON.stringify(event)}, '', '')`.execute(db)
}
