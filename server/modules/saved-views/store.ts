import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ViewedListName } from '#contracts/saved-views/lists.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SavedViewsTable } from '#server/platform/database/tables/saved-views.ts'

/** A view with the name of its owner. */
export type SavedViewRow = Selectable<SavedViewsTable> & { ownerName: string }

const selectViews = (db: Queryable) =>
  db
    .selectFrom('savedViews')
    .innerJoin('users', 'users.id', 'savedViews.ownerId')
    .selectAll('savedViews')
    .select('users.name as ownerName')

/** Lists the views of a list that a user sees: their own and shared ones, in the order in which they were saved. */
export const listViews = (db: Queryable, list: ViewedListName, userId: string): Promise<SavedViewRow[]> =>
  selectViews(db)
    .where('savedViews.list', '=', list)
    .where((eb) => eb.or([eb('savedViews.ownerId', '=', userId), eb('savedViews.isShared', '=', true)]))
    .orderBy('savedViews.createdAt')
    .orderBy('savedViews.name')
    .orderBy('savedViews.id')
    .execute()

/** Lists all views of a user. */
export const listOwnViews = (db: Queryable, userId: string): Promise<SavedViewRow[]> =>
  selectViews(db)
    .where('savedViews.ownerId', '=', userId)
    .orderBy('savedViews.createdAt')
    .orderBy('savedViews.name')
    .orderBy('savedViews.id')
    .execute()

export const countViews = (db: Queryable, list: ViewedListName, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('savedViews').where('ownerId', '=', ownerId).where('list', '=', list))

export const findView = (db: Queryable, id: string): Promise<SavedViewRow | undefined> =>
  selectViews(db).where('savedViews.id', '=', id).executeTakeFirst()

export const insertView = (db: Queryable, row: Insertable<SavedViewsTable>) =>
  db.insertInto('savedViews').values(row).execute()

export const updateView = (db: Queryable, id: string, values: Updateable<SavedViewsTable>) =>
  db.updateTable('savedViews').set(values).where('id', '=', id).execute()

export const deleteView = (db: Queryable, id: string) => db.deleteFrom('savedViews').where('id', '=', id).execute()
