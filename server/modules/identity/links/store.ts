import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AccountLinksTable } from '#server/platform/database/tables/accounts.ts'

export type LinkRow = AccountLinksTable

/** Stores a link and replaces the user's previous one for the same purpose. */
export async function replaceLink(db: Queryable, link: LinkRow): Promise<void> {
  const { tokenHash, createdAt, expiresAt } = link
  await db
    .insertInto('accountLinks')
    .values(link)
    .onConflict((item) => item.columns(['userId', 'purpose']).doUpdateSet({ tokenHash, createdAt, expiresAt }))
    .execute()
}

/** Lists the links of users, including expired ones. */
export const listLinks = (db: Queryable, userIds: readonly string[]): Promise<LinkRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('accountLinks').selectAll().where('userId', 'in', userIds).execute()

type LinkQuery = { tokenHash: string; purposes: readonly LinkPurpose[]; now: string }

/** Returns a link if it exists, has one of the purposes and hasn't expired. */
export const findLink = (db: Queryable, { tokenHash, purposes, now }: LinkQuery): Promise<LinkRow | undefined> =>
  db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes a link. Returns it if it was valid, like `findLink`. */
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
