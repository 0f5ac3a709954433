import type { Selectable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FollowDigestsTable, FollowsTable } from '#server/platform/database/tables/follows.ts'

export type FollowRow = Selectable<FollowsTable>
type DigestRow = Selectable<FollowDigestsTable>

/** Lists what a member follows, the latest first. */
export const listFollows = (db: Queryable, userId: string): Promise<FollowRow[]> =>
  db.selectFrom('follows').selectAll().where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('id').execute()

export const countFollows = (db: Queryable, userId: string): Promise<number> =>
  countRows(db.selectFrom('follows').where('userId', '=', userId))

type Target = Pick<FollowRow, 'userId' | 'kind' | 'catalogue' | 'target'>

export const findFollow = (
  db: Queryable,
  { userId, kind, catalogue, target }: Target,
): Promise<FollowRow | undefined> =>
  db
    .selectFrom('follows')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('catalogue', '=', catalogue)
    .where('target', '=', target)
    .executeTakeFirst()

export const insertFollow = (db: Queryable, row: FollowRow) => db.insertInto('follows').values(row).execute()

/** Deletes a member's follow. Returns whether it existed. */
export const deleteFollow = async (db: Queryable, id: string, userId: string): Promise<boolean> =>
  (await db
    .deleteFrom('follows')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Stores until when a member has seen what changed; earlier than before doesn't count. */
export const markSeen = (db: Queryable, userId: string, seenAt: string) =>
  db.updateTable('follows').set({ seenAt }).where('userId', '=', userId).where('seenAt', '<', seenAt).execute()

export const findDigest = (db: Queryable, userId: string): Promise<DigestRow | undefined> =>
  db.selectFrom('followDigests').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Creates or replaces when a member gets digests. */
export const saveDigest = (db: Queryable, { userId, frequency, toldUntil, dueAt }: DigestRow) =>
  db
    .insertInto('followDigests')
    .values({ userId, frequency, toldUntil, dueAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ frequency, toldUntil, dueAt }))
    .execute()

/** A digest with the account that gets it. */
export type DueDigest = DigestRow & { name: string; email: string }

/** Lists the digests that are due of active accounts whose address is verified. */
export const listDueDigests = (db: Queryable, now: string): Promise<DueDigest[]> =>
  db
    .selectFrom('followDigests')
    .innerJoin('users', 'users.id', 'followDigests.userId')
    .selectAll('followDigests')
    .select(['users.name', 'users.email'])
    .where('dueAt', '<=', now)
    .where('users.status', '=', 'active')
    .where('users.emailVerifiedAt', 'is not', null)
    .execute()
