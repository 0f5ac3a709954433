import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ShortlistsTable } from '#server/platform/database/tables/shortlists.ts'

export type ShortlistRow = Selectable<ShortlistsTable>

/** Adds a shortlist, unless a concurrent request has added it. */
export const insertShortlist = (db: Queryable, row: Insertable<ShortlistsTable>) =>
  db
    .insertInto('shortlists')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const findShortlist = (db: Queryable, id: string): Promise<ShortlistRow | undefined> =>
  db.selectFrom('shortlists').selectAll().where('id', '=', id).executeTakeFirst()

export const listOwnShortlists = (db: Queryable, ownerId: string): Promise<ShortlistRow[]> =>
  db
    .selectFrom('shortlists')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()

/** Lists shortlists by their ids, most recently changed first. */
export const listShortlistsById = async (db: Queryable, ids: readonly string[]): Promise<ShortlistRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('shortlists')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('updatedAt', 'desc')
        .orderBy('id')
        .execute()

export const countOwnShortlists = (db: Queryable, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('shortlists').where('ownerId', '=', ownerId))

/** Lists the shortlists with enabled notifications and active owners, with the owners' names and email addresses. */
export const listNotifiedShortlists = (db: Queryable) =>
  db
    .selectFrom('shortlists')
    .innerJoin('users', 'users.id', 'shortlists.ownerId')
    .selectAll('shortlists')
    .select(['users.name as ownerName', 'users.email as ownerEmail'])
    .$narrowType<{ ownerId: string }>()
    .where('isNotified', '=', true)
    .where('users.status', '=', 'active')
    .orderBy('shortlists.id')
    .execute()
export type NotifiedShortlistRow = Awaited<ReturnType<typeof listNotifiedShortlists>>[number]

export const updateShortlist = (db: Queryable, id: string, values: Updateable<ShortlistsTable>) =>
  db.updateTable('shortlists').set(values).where('id', '=', id).execute()

export const deleteShortlist = (db: Queryable, id: string) => db.deleteFrom('shortlists').where('id', '=', id).execute()
