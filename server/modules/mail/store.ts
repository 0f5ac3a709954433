import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { MailKind, MailStatus } from '#contracts/mail/mail.ts'
import { getLatestPossibleTime } from '#server/platform/clock.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { MailConfigsTable, MailRevisionsTable, OutboxTable } from '#server/platform/database/tables/mails.ts'
import { LEASE_MS, MAX_RETRY_DELAY_MS } from '#server/platform/retry-policy.ts'

export type MailConfigRow = Selectable<MailConfigsTable>
export type MailRevisionRow = Omit<Selectable<MailRevisionsTable>, 'valueJson'>
export type OutboxRow = Selectable<OutboxTable>

/** The id of the only configuration. */
export const CONFIG_ID = 'default'

export const findMailConfig = (db: Queryable): Promise<MailConfigRow | undefined> =>
  db.selectFrom('mailConfigs').selectAll().where('id', '=', CONFIG_ID).executeTakeFirst()

/** Creates or replaces the mail settings, of which there is one row. */
export const saveMailConfig = (db: Queryable, row: Omit<Insertable<MailConfigsTable>, 'id'>) =>
  db
    .insertInto('mailConfigs')
    .values({ id: CONFIG_ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()

export const insertMailRevision = (db: Queryable, row: Omit<Insertable<MailRevisionsTable>, 'configId'>) =>
  db
    .insertInto('mailRevisions')
    .values({ configId: CONFIG_ID, ...row })
    .execute()

/** Lists revisions newest first, without the settings themselves. */
export const listMailRevisions = (db: Queryable, page: RowRange): Promise<MailRevisionRow[]> =>
  db
    .selectFrom('mailRevisions')
    .select(['configId', 'revision', 'changesJson', 'restoredFrom', 'createdAt', 'createdBy', 'createdByName'])
    .where('configId', '=', CONFIG_ID)
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countMailRevisions = (db: Queryable): Promise<number> =>
  countRows(db.selectFrom('mailRevisions').where('configId', '=', CONFIG_ID))

export const findMailRevision = (db: Queryable, revision: number) =>
  db
    .selectFrom('mailRevisions')
    .selectAll()
    .where('configId', '=', CONFIG_ID)
    .where('revision', '=', revision)
    .executeTakeFirst()

/** Replaces the encrypted password if it is still `before`. */
export const replaceEncryptedPassword = (db: Queryable, before: string, passwordEncrypted: string) =>
  db
    .updateTable('mailConfigs')
    .set({ passwordEncrypted })
    .where('id', '=', CONFIG_ID)
    .where('passwordEncrypted', '=', before)
    .execute()

/** Lists the mails whose content hasn't been deleted. */
export const listEncryptedBodies = (db: Queryable) =>
  db
    .selectFrom('outbox')
    .select(['id', 'bodyEncrypted'])
    .where('bodyEncrypted', 'is not', null)
    .$narrowType<{ bodyEncrypted: string }>()
    .execute()

/** Replaces a mail's encrypted content if it still exists. */
export const replaceEncryptedBody = (db: Queryable, id: string, bodyEncrypted: string) =>
  db.updateTable('outbox').set({ bodyEncrypted }).where('id', '=', id).where('bodyEncrypted', 'is not', null).execute()

export const insertMail = (db: Queryable, row: Insertable<OutboxTable>) => db.insertInto('outbox').values(row).execute()

export const findMail = (db: Queryable, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()

/** A lease or an attempt later than possible is from a clock that was ahead: such a mail is due, and nobody sends it. */
const isFree = (now: string) =>
  sql<boolean>`(leased_until is null or leased_until <= ${now}
    or leased_until > ${getLatestPossibleTime(now, LEASE_MS)})`

const isDue = (now: string) =>
  sql<boolean>`status = 'waiting' and (next_attempt_at <= ${now}
    or next_attempt_at > ${getLatestPossibleTime(now, MAX_RETRY_DELAY_MS)}) and ${isFree(now)}`

/** Lists the due mails without a lease, longest due first. */
export const listDueMails = async (db: Queryable, now: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where(isDue(now))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Leases a due mail in one statement, so that only one node gets it. */
export const leaseMail = (
  db: Queryable,
  id: string,
  { now, lease, until }: { now: string; lease: string; until: string },
): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set((eb) => ({ lease, leasedUntil: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()

/** Stores the result of a delivery and releases the lease, unless another worker has leased the mail since. */
export const finishMail = (
  db: Queryable,
  { id, lease }: { id: string; lease: string },
  change: Omit<Updateable<OutboxTable>, 'id' | 'lease' | 'leasedUntil'>,
) =>
  db
    .updateTable('outbox')
    .set({ ...change, lease: null, leasedUntil: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()

/** Deletes the content of up to `limit` unsent mails that can no longer be retried. Returns their number. */
export async function deleteUnsentContent(db: Queryable, before: string, limit: number): Promise<number> {
  const updated = await db
    .updateTable('outbox')
    .set({ bodyEncrypted: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'failed')
        .where('createdAt', '<', before)
        .where('bodyEncrypted', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}

/** Deletes up to `limit` sent and failed mails. Returns their number. */
export async function deleteMails(db: Queryable, before: string, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('status', 'in', ['sent', 'failed'])
        .where('createdAt', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes a mail unless it is sent or being sent. Returns whether it was deleted. */
export const deleteUnsentMail = async (db: Queryable, id: string, now: string): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .where(isFree(now))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes the mails of some kinds to an address, unless they are sent or being sent. */
export const deleteUnsentMailsTo = (db: Queryable, email: string, kinds: readonly MailKind[], now: string) =>
  db
    .deleteFrom('outbox')
    .where('toEmail', '=', email)
    .where('kind', 'in', [...kinds])
    .where('status', 'in', ['waiting', 'failed'])
    .where(isFree(now))
    .execute()

/** Makes a mail due now with all attempts available, unless it is being sent. Returns whether it was rescheduled. */
export const rescheduleMail = (db: Queryable, id: string, now: string): Promise<boolean> =>
  hasRow(
    db
      .updateTable('outbox')
      .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, lease: null, leasedUntil: null })
      .where('id', '=', id)
      .where('status', '!=', 'sent')
      .where(isFree(now))
      .returning('id'),
  )

const selectRetryableMails = (db: Queryable, now: string) =>
  db.selectFrom('outbox').where('status', '=', 'failed').where('bodyEncrypted', 'is not', null).where(isFree(now))

/** Counts the failed mails whose content hasn't been deleted. */
export const countRetryableMails = (db: Queryable, now: string): Promise<number> =>
  countRows(selectRetryableMails(db, now))

/** Makes up to `limit` failed mails due now with all attempts available, oldest first. Returns their number. */
export async function rescheduleFailedMails(db: Queryable, now: string, limit: number): Promise<number> {
  const oldest = selectRetryableMails(db, now).select('id').orderBy('createdAt').orderBy('id').limit(limit)
  const updated = await db
    .updateTable('outbox')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, lease: null, leasedUntil: null })
    .where('id', 'in', oldest)
    // Checked again for PostgreSQL, where another call may have rescheduled a selected mail in the meantime.
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}

/** Lists mails newest first, those with one status if given. */
export function listMails(db: Queryable, status: MailStatus | undefined, page: RowRange): Promise<OutboxRow[]> {
  const query = db.selectFrom('outbox').selectAll()
  return (status === undefined ? query : query.where('status', '=', status))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Lists mails to an address, newest first, starting after a given one. */
export function listMailsTo(
  db: Queryable,
  email: string,
  { after, limit }: { after: Pick<OutboxRow, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<OutboxRow[]> {
  const query = db.selectFrom('outbox').selectAll().where('toEmail', '=', email)
  return (after ? query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`) : query)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the number of mails in the outbox by status. */
export const countMails = async (db: Queryable): Promise<Record<MailStatus, number>> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()
  const getCount = (status: MailStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { waiting: getCount('waiting'), sent: getCount('sent'), failed: getCount('failed') }
}

/** Returns how many of the mails about something that were queued by a time still wait, and how many have failed. */
export const countUnsentAbout = async (
  db: Queryable,
  aboutId: string,
  queuedBy: string,
): Promise<{ waiting: number; failed: number }> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('aboutId', '=', aboutId)
    .where('status', 'in', ['waiting', 'failed'])
    .where('createdAt', '<=', queuedBy)
    .groupBy('status')
    .execute()
  const getCount = (status: MailStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { waiting: getCount('waiting'), failed: getCount('failed') }
}

/** Returns when the oldest waiting mail was queued, among those that are due or have been tried. */
export async function findOldestWaiting(db: Queryable, now: string): Promise<string | undefined> {
  const oldest = await db
    .selectFrom('outbox')
    .select('createdAt')
    .where('status', '=', 'waiting')
    .where((eb) => eb.or([eb('nextAttemptAt', '<=', now), eb('attempts', '>', 0)]))
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return oldest?.createdAt
}

/** Returns how many mails were queued since a time, and how many of them failed. */
export const countRecentMails = async (db: Queryable, since: string): Promise<{ count: number; failed: number }> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('createdAt', '>=', since)
    .groupBy('status')
    .execute()
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    failed: Number(rows.find(({ status }) => status === 'failed')?.count ?? 0),
  }
}
