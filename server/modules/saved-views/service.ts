import { randomUUID } from 'node:crypto'
import { SAVED_VIEWS } from '#contracts/limits.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { toViewQuery, VIEWED_LISTS, type ViewedListName } from '#contracts/saved-views/lists.ts'
import { SAVED_VIEW_MESSAGES as MESSAGES } from '#contracts/saved-views/messages.ts'
import type { SavedView, SavedViewChange, SavedViewCreate } from '#contracts/saved-views/saved-view.ts'
import { conflict, conflictingField, forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Queryable } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { canChangeView } from './policy.ts'
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listOwnViews,
  listViews,
  type SavedViewRow,
  updateView,
} from './store.ts'

export type SavedViewService = ReturnType<typeof createSavedViewService>
type Reader = Caller & { id: string; name: string }

/** Creates the service for the staff's views of back-office lists. */
export function createSavedViewService({ database, clock }: { database: Database; clock: Clock }) {
  /** Returns a view that the user sees. Throws `notFound`, also if it is another's private one. */
  async function getVisible(db: Queryable, id: string, user: Reader): Promise<SavedViewRow> {
    const row = await findView(db, id)
    const isVisible = row && (row.ownerId === user.id || (row.isShared && canRead(row.list, user)))
    if (!isVisible) throw notFound(MESSAGES.notFound)
    return row
  }

  return {
    /** Lists the views of a list: the user's own first, then shared ones. Throws `forbidden`. */
    async list(list: ViewedListName, user: Reader): Promise<SavedView[]> {
      authorize(canRead(list, user), forbidden())
      const views = (await listViews(database.read, list, user.id)).map((row) => toView(row, user))
      return [...views.filter(({ isOwn }) => isOwn), ...views.filter(({ isOwn }) => !isOwn)]
    },

    /** Lists all views of a user for the copy of their data. */
    async listOwn(userId: string) {
      const rows = await listOwnViews(database.read, userId)
      return rows.map(({ list, name, query, isShared, createdAt }) => ({ list, name, query, isShared, createdAt }))
    },

    /** Saves a view. Throws `forbidden`, and `conflict` if there are too many, or the user has one with that name. */
    async create({ list, name, query, isShared }: SavedViewCreate, user: Reader): Promise<SavedView> {
      authorize(canRead(list, user), forbidden())
      const row = {
        id: randomUUID(),
        ownerId: user.id,
        list,
        name,
        query: toViewQuery(list, query),
        isShared,
        createdAt: timestamp(clock),
      }
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(`saved-views ${user.id}`)
        if ((await countViews(transaction.db, list, user.id)) >= SAVED_VIEWS.perList) throw conflict(MESSAGES.tooMany)
        await insertView(transaction.db, row)
        return toView({ ...row, ownerName: user.name }, user)
      }).catch(throwIfNameTaken)
    },

    /** Changes a view. Throws `notFound`, `forbidden`, and `conflict` if its owner has another with that name. */
    change: (id: string, { name, query, isShared }: SavedViewChange, user: Reader): Promise<SavedView> =>
      database
        .write(async ({ db }) => {
          const row = await getVisible(db, id, user)
          authorize(canChangeView(row, user), forbidden())
          const values = { name, query: toViewQuery(row.list, query), isShared }
          await updateView(db, id, values)
          return toView({ ...row, ...values }, user)
        })
        .catch(throwIfNameTaken),

    /** Deletes a view. Throws `notFound`, `forbidden`. */
    remove: (id: string, user: Reader): Promise<void> =>
      database.write(async ({ db }) => {
        authorize(canChangeView(await getVisible(db, id, user), user), forbidden())
        await deleteView(db, id)
      }),
  }
}

const canRead = (list: ViewedListName, user: Caller): boolean => can(user, VIEWED_LISTS[list].permission)

const toView = (row: SavedViewRow, user: Reader): SavedView => ({
  id: row.id,
  name: row.name,
  query: row.query,
  isShared: row.isShared,
  owner: { id: row.ownerId, name: row.ownerName },
  isOwn: row.ownerId === user.id,
  canChange: canChangeView(row, user),
})

function throwIfNameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? conflictingField('name', MESSAGES.nameTaken) : error
}
