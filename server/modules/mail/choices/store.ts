import type { OptionalMailKind } from '#contracts/mail/optional-mails.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { MailOptOutsTable } from '#server/platform/database/tables/mails.ts'

/** Returns the account with an address. */
export const findAddressee = (db: Queryable, email: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()

/** Lists the kinds of mail that a user doesn't want. */
export const listOptOuts = async (db: Queryable, userId: string): Promise<OptionalMailKind[]> => {
  const rows = await db.selectFrom('mailOptOuts').select('kind').where('userId', '=', userId).execute()
  return rows.map(({ kind }) => kind)
}

/** Switches a kind of mail off. Does nothing if it is. */
export const insertOptOut = (db: Queryable, row: MailOptOutsTable) =>
  db
    .insertInto('mailOptOuts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doNothing())
    .execute()

export const deleteOptOut = (db: Queryable, { userId, kind }: Pick<MailOptOutsTable, 'userId' | 'kind'>) =>
  db.deleteFrom('mailOptOuts').where('userId', '=', userId).where('kind', '=', kind).execute()

/** Returns whether an account exists. */
export const hasUser = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
