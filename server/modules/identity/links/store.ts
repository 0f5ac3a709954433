import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AccountLinksTable } from '#server/platform/database/tables/accounts.ts'

export type LinkRow = AccountLinksTable

/** Puts a link into the place of the one that the user had for the same purpose. */
export async function replaceLink(db: Queryable, link: LinkRow): Promise<void> {
  const { tokenHash, createdAt, expiresAt } = link
  await db
    .insertInto('accountLinks')
    .values(link)
    .onConflict((item) => item.columns(['userId', 'purpose']).doUpdateSet({ tokenHash, createdAt, expiresAt }))
    .execute()
}

/** Those that a user has, also where they are too old. */
export const listLinks = (db: Queryable, userIds: readonly string[]): Promise<LinkRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('accountLinks').selectAll().where('userId', 'in', userIds).execute()

type LinkQuery = { tokenHash: string; purposes: readonly LinkPurpose[]; now: string }

/** Where it is there, is for one of these, and is not too old. */
export const findLink = (db: Queryable, { tokenHash, purposes, now }: LinkQuery): Promise<LinkRow | undefined> =>
  db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Uses a link up. Gives it where `findLink` would. */
export const consumeLink = (db: Queryable, { tokenHash, purposes, now }: LinkQuery): Promise<LinkRow | undefined> =>
  db
    .deleteFrom('accountLinks')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()

export const deleteLinks = (db: Queryable, userId: string) =>
  db.deleteFrom('accountLinks').where('userId', '=', userId).execute()
