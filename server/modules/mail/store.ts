import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { MailState } from '#contracts/mail/mail.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { MailConfigsTable, OutboxTable } from '#server/platform/database/tables/mails.ts'

export type MailConfigRow = Selectable<MailConfigsTable>
export type OutboxRow = Selectable<OutboxTable>

/** There is one configuration. */
export const CONFIG_ID = 'default'

export const findMailConfig = (db: Queryable): Promise<MailConfigRow | undefined> =>
  db.selectFrom('mailConfigs').selectAll().where('id', '=', CONFIG_ID).executeTakeFirst()

export const saveMailConfig = (db: Queryable, row: Omit<Insertable<MailConfigsTable>, 'id'>) =>
  db
    .insertInto('mailConfigs')
    .values({ id: CONFIG_ID, ...row })
    .onConflict((one) => one.column('id').doUpdateSet(row))
    .execute()

export const insertMail = (db: Queryable, row: Insertable<OutboxTable>) => db.insertInto('outbox').values(row).execute()

export const findMail = (db: Queryable, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()

const isDue = (now: string) =>
  sql<boolean>`state = 'waiting' and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})`

/** Those that wait for an attempt and that nobody is sending, the longest due first. */
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

/** Takes a due mail, in one statement: of any number that try, one gets it. */
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

/** Says how a sending ended, and gives the mail back; nothing where somebody else has it by now. */
export const settleMail = (
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

/** What was never sent and can't be sent again. */
export const dropLetters = (db: Queryable, before: string) =>
  db
    .updateTable('outbox')
    .set({ letterEncrypted: null })
    .where('state', '=', 'failed')
    .where('createdAt', '<', before)
    .where('letterEncrypted', 'is not', null)
    .execute()

export const deleteMails = (db: Queryable, before: string) =>
  db.deleteFrom('outbox').where('state', '!=', 'waiting').where('createdAt', '<', before).execute()

/** Due now, with all attempts before it, if nobody is sending it. Gives whether it is. */
export const renewMail = async (db: Queryable, id: string, now: string): Promise<boolean> => {
  const renewed = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, lease: null, leasedUntil: null })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

const inState = (db: Queryable, state: MailState | undefined) =>
  db.selectFrom('outbox').$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))

/** The newest first. */
export const listMails = (
  db: Queryable,
  state: MailState | undefined,
  page: { limit: number; offset: number },
): Promise<OutboxRow[]> =>
  inState(db, state)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countMails = async (db: Queryable): Promise<Record<MailState, number>> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute()
  const of = (state: MailState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') }
}
