import type { Insertable, Selectable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { EventChangesTable, EventRegistrationsTable } from '#server/platform/database/tables/events.ts'

export type RegistrationRow = Selectable<EventRegistrationsTable>

export const insertRegistration = (db: Queryable, row: Insertable<EventRegistrationsTable>) =>
  db.insertInto('eventRegistrations').values(row).execute()

export const findRegistration = (db: Queryable, eventId: string, userId: string) =>
  db
    .selectFrom('eventRegistrations')
    .selectAll()
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Lists a member's registrations, newest first. */
export const listOwnRegistrations = (db: Queryable, userId: string) =>
  db
    .selectFrom('eventRegistrations')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()

/** Lists the first members on an event's waiting list, with their names and email addresses. */
export const listFirstOnWaitingList = (db: Queryable, eventId: string, limit: number) =>
  db
    .selectFrom('eventRegistrations')
    .innerJoin('users', 'users.id', 'eventRegistrations.userId')
    .select(['eventRegistrations.id', 'users.name', 'users.email'])
    .where('eventId', '=', eventId)
    .where('eventRegistrations.status', '=', 'waiting')
    .orderBy('eventRegistrations.createdAt')
    .orderBy('eventRegistrations.id')
    .limit(limit)
    .execute()

/** Lists the names and addresses of everybody who has registered for an event, waiting ones included. */
export const listRegisteredUsers = (db: Queryable, eventId: string) =>
  db
    .selectFrom('eventRegistrations')
    .innerJoin('users', 'users.id', 'eventRegistrations.userId')
    .select(['users.name', 'users.email', 'eventRegistrations.status'])
    .where('eventId', '=', eventId)
    .orderBy('eventRegistrations.createdAt')
    .orderBy('eventRegistrations.id')
    .execute()

/** Lists the names and addresses of those who have a place at an event. */
export const listConfirmedUsers = async (db: Queryable, eventId: string) =>
  (await listRegisteredUsers(db, eventId)).filter(({ status }) => status === 'confirmed')

/** Updates the texts of an event that are stored with its registrations. */
export const updateRegisteredTexts = (
  db: Queryable,
  eventId: string,
  texts: Pick<RegistrationRow, 'eventTitle' | 'eventDate' | 'eventTime'>,
) => db.updateTable('eventRegistrations').set(texts).where('eventId', '=', eventId).execute()

/** Counts the registrations before one on the waiting list. */
export const countWaitingBefore = (
  db: Queryable,
  { eventId, createdAt, id }: Pick<RegistrationRow, 'eventId' | 'createdAt' | 'id'>,
): Promise<number> =>
  countRows(
    db
      .selectFrom('eventRegistrations')
      .where('eventId', '=', eventId)
      .where('status', '=', 'waiting')
      .where((eb) =>
        eb.or([eb('createdAt', '<', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('id', '<', id)])]),
      ),
  )

/** Counts the registrations of events by status, with the title, date and time that were stored with them. */
export const countRegistrations = async (db: Queryable, eventIds: readonly string[]) =>
  eventIds.length === 0 ? [] : selectCounts(db).where('eventId', 'in', eventIds).execute()

const selectCounts = (db: Queryable) =>
  db
    .selectFrom('eventRegistrations')
    .select((eb) => [
      'eventId',
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('eventTitle').as('eventTitle'),
      eb.fn.max('eventDate').as('eventDate'),
      eb.fn.max('eventTime').as('eventTime'),
    ])
    .groupBy(['eventId', 'status'])

/** Deletes all registrations of a member. */
export const deleteRegistrationsByUser = (db: Queryable, userId: string) =>
  db.deleteFrom('eventRegistrations').where('userId', '=', userId).execute()

/**
 * Lists an event's attendees, optionally paginated: by status, of which `confirmed` is the first in alphabetical order,
 * then in order of registration.
 */
export function listAttendees(db: Queryable, eventId: string, page?: RowRange) {
  const query = db
    .selectFrom('eventRegistrations')
    .innerJoin('users', 'users.id', 'eventRegistrations.userId')
    .select([
      'users.id as userId',
      'users.name',
      'users.email',
      'users.company',
      'users.position',
      'users.phone',
      'eventRegistrations.status',
      'eventRegistrations.createdAt as registeredAt',
    ])
    .where('eventId', '=', eventId)
    .orderBy('eventRegistrations.status')
    .orderBy('eventRegistrations.createdAt')
    .orderBy('eventRegistrations.id')
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute()
}

export const confirmRegistrations = (db: Queryable, ids: readonly string[]) =>
  db.updateTable('eventRegistrations').set({ status: 'confirmed' }).where('id', 'in', ids).execute()

/** Deletes a registration. Returns `false` if it doesn't exist. */
export async function deleteRegistration(db: Queryable, eventId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('eventRegistrations')
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type EventChangeRow = Selectable<EventChangesTable>

/** Lists the changes of all events since they were published. */
export const listEventChanges = (db: Queryable): Promise<EventChangeRow[]> =>
  db.selectFrom('eventChanges').selectAll().orderBy('changedAt').orderBy('eventId').execute()

export const saveEventChange = (db: Queryable, row: Insertable<EventChangesTable>) => {
  const { eventId: _, ...values } = row
  return db
    .insertInto('eventChanges')
    .values(row)
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet(values))
    .execute()
}

export const deleteEventChange = (db: Queryable, eventId: string) =>
  db.deleteFrom('eventChanges').where('eventId', '=', eventId).execute()
