import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { MAIL_RETENTION, OUTBOX_PER_PAGE } from '#contracts/limits.ts'
import {
  MAIL_KIND_LABELS,
  type MailKind,
  type OutboxCounts,
  type OutboxEntry,
  type OutboxQuery,
} from '#contracts/mail/mail.ts'
import { MAIL_ERRORS, MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { MailError } from '#server/platform/mail/mail-error.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { MAIL_TOPIC, type MailDependencies } from './configuration.ts'
import { OWN_MAIL_COLUMNS } from './export-columns.ts'
import { htmlToText, type MailContent } from './mail-content.ts'
import { getNextAttemptTime, isStale, LEASE_MS } from './retry-policy.ts'
import {
  countMails,
  countRecentMails,
  deleteMails,
  deleteUnsentContent,
  deleteUnsentMail,
  deleteUnsentMailsTo,
  findMail,
  findOldestWaiting,
  finishMail,
  insertMail,
  leaseMail,
  listDueMails,
  listMails,
  listMailsTo,
  type OutboxRow,
  rescheduleMail,
} from './store.ts'
import { toOutboxEntry } from './view.ts'

export type Outbox = ReturnType<typeof createOutbox>

/** The change feed's topic for the outbox. */
export const OUTBOX_TOPIC = 'outbox'

export type MailRecipient = { name: string; email: string }

/** A mail to one person, due after `delayMs`. If `text` is absent, it is derived from the HTML. */
export type NewMail = {
  kind: MailKind
  to: MailRecipient
  subject: string
  html: string
  text?: string
  delayMs?: number | undefined
}

/** What became of mails that were withdrawn: there were none, all were cancelled, or at least one was already sent. */
export type WithdrawnMail = 'none' | 'unsent' | 'sent'

/** A mail that only the worker that holds this lease may send. */
export type LeasedMail = OutboxRow & { lease: string }

/** The numbers of mails in the outbox. */
export type OutboxStatistics = {
  waiting: number
  failed: number
  /** The age of the oldest waiting mail; 0 if none is waiting. */
  oldestMs: number
  /** The mails that were queued in the time that the alarm for failed mails looks at. */
  recent: { count: number; failed: number }
}

/** The number of due mails to try to lease, in case other workers lease the first ones. */
const LEASE_BATCH_SIZE = 10

/** The kinds that concern the recipient's account, unlike those to a contact of a submission or to staff. */
const ACCOUNT_MAIL_KINDS: readonly MailKind[] = [
  'invitation',
  'passwordReset',
  'emailVerification',
  'registrationAttempt',
  'signInAlert',
  'eventRegistration',
  'shortlistChanged',
  'judgeInvitation',
]

const BodySchema = z.object({ html: z.string(), text: z.string() })

/** Returns the purpose that binds an encrypted content to its mail. */
export const getBodyPurpose = (id: string) => `outbox:${id}`

/** Creates the outbox of waiting, sent and failed mails. Contents are encrypted, because they contain secret links. */
export function createOutbox({ database, clock, audit, encryption }: MailDependencies) {
  function decryptContent({ id, subject, bodyEncrypted }: OutboxRow): MailContent | undefined {
    if (bodyEncrypted === null) return undefined
    return { subject, ...BodySchema.parse(JSON.parse(encryption.decrypt(bodyEncrypted, getBodyPurpose(id)))) }
  }

  function finish(mail: { id: string; lease: string }, change: Parameters<typeof finishMail>[2]): Promise<unknown> {
    return database.write(({ db }) => finishMail(db, mail, change))
  }

  return {
    /** Adds a mail inside the caller's transaction, so that it isn't sent if that fails. Returns its id. */
    async add({ db, publish }: Transaction, mail: NewMail): Promise<string> {
      const { kind, to, subject, html, text = htmlToText(html), delayMs = 0 } = mail
      const id = randomUUID()
      const now = clock.now()
      await insertMail(db, {
        id,
        kind,
        toName: toSingleLine(to.name),
        toEmail: to.email,
        subject: toSingleLine(subject),
        bodyEncrypted: encryption.encrypt(JSON.stringify({ html, text }), getBodyPurpose(id)),
        status: 'waiting',
        attempts: 0,
        lastError: '',
        createdAt: now.toISOString(),
        nextAttemptAt: new Date(now.getTime() + delayMs).toISOString(),
        sentAt: null,
        lease: null,
        leasedUntil: null,
      })
      publish(OUTBOX_TOPIC)
      return id
    },

    /** Cancels those of some mails that are neither sent nor being sent, inside the caller's transaction. */
    async cancel({ db, publish }: Transaction, ids: readonly string[]): Promise<WithdrawnMail> {
      if (ids.length === 0) return 'none'
      publish(OUTBOX_TOPIC)
      let cancelledCount = 0
      for (const id of ids) if (await deleteUnsentMail(db, id, timestamp(clock))) cancelledCount += 1
      return cancelledCount === ids.length ? 'unsent' : 'sent'
    },

    /** Cancels the unsent mails about an account that is being deleted, inside the caller's transaction. */
    async cancelAccountMails({ db, publish }: Transaction, email: string): Promise<void> {
      await deleteUnsentMailsTo(db, email, ACCOUNT_MAIL_KINDS, timestamp(clock))
      publish(OUTBOX_TOPIC)
    },

    /** Lists mails newest first, 20 per page, with the count of each status. */
    async list(
      { page, status }: OutboxQuery,
      caller: Caller,
    ): Promise<{ items: OutboxEntry[]; counts: OutboxCounts; pagination: Pagination }> {
      const limit = OUTBOX_PER_PAGE
      const [rows, counts] = await Promise.all([
        listMails(database.read, status, toRowRange(page, limit)),
        countMails(database.read),
      ])
      const totalItems = status ? counts[status] : counts.waiting + counts.sent + counts.failed
      return {
        items: rows.map((row) => toOutboxEntry(row, caller)),
        counts,
        pagination: toPagination(page, limit, totalItems),
      }
    },

    /** Streams the list of mails to an address as CSV, newest first. */
    streamTo: (email: string): TableStream =>
      streamTable(
        'csv',
        OWN_MAIL_COLUMNS,
        streamPages<OutboxRow, OutboxRow>(
          (page) => listMailsTo(database.read, email, page),
          (rows) => [...rows],
        ),
      ),

    /** Returns the number of mails of each status. */
    count: (): Promise<OutboxCounts> => countMails(database.read),

    /** Returns the statistics. `oldestMs` ignores mails that are scheduled for later. */
    async getStatistics(): Promise<OutboxStatistics> {
      const now = clock.now().getTime()
      const [{ waiting, failed }, oldest, recent] = await Promise.all([
        countMails(database.read),
        findOldestWaiting(database.read, timestamp(clock)),
        countRecentMails(database.read, new Date(now - ALARM_TIMES.mailWindowMs).toISOString()),
      ])
      return { waiting, failed, oldestMs: oldest ? Math.max(0, now - Date.parse(oldest)) : 0, recent }
    },

    /** Returns the content of a mail; `undefined` if it has been deleted, as after sending. */
    async findContent(id: string): Promise<MailContent | undefined> {
      const row = await findMail(database.read, id)
      return row && decryptContent(row)
    },

    /** Returns the content of a leased mail. Throws `MailError` if it is missing or APP_SECRET has changed. */
    getContent(mail: LeasedMail): MailContent {
      let content: MailContent | undefined
      try {
        content = decryptContent(mail)
      } catch {
        // Encrypted with another APP_SECRET.
      }
      if (!content) throw new MailError('contentDeleted', { isPermanent: true })
      return content
    },

    /** Leases the mail that has been due longest; no other worker can send it until the lease expires. */
    async lease(): Promise<LeasedMail | undefined> {
      const date = clock.now()
      const now = date.toISOString()
      const until = new Date(date.getTime() + LEASE_MS).toISOString()
      for (const id of await listDueMails(database.read, now, LEASE_BATCH_SIZE)) {
        const lease = randomUUID()
        const row = await database.write(({ db }) => leaseMail(db, id, { now, lease, until }))
        if (!row) continue
        if (!isStale(row.nextAttemptAt ?? now, date)) return { ...row, lease }
        await finish({ id, lease }, { status: 'failed', nextAttemptAt: null, lastError: MAIL_ERRORS.expired })
      }
      return undefined
    },

    /** Marks a mail as sent and deletes its content. */
    markSent: (mail: LeasedMail): Promise<unknown> =>
      finish(mail, {
        status: 'sent',
        sentAt: timestamp(clock),
        nextAttemptAt: null,
        lastError: '',
        bodyEncrypted: null,
      }),

    /** Schedules the next attempt, or marks the mail as failed: permanently, or after the last attempt. */
    markFailed(mail: LeasedMail, { message, isPermanent }: MailError): Promise<unknown> {
      const next = isPermanent ? undefined : getNextAttemptTime(mail.attempts, clock.now())
      return finish(mail, {
        status: next ? 'waiting' : 'failed',
        nextAttemptAt: next?.toISOString() ?? null,
        lastError: message,
      })
    },

    /** Reschedules an aborted mail without counting the attempt. */
    release: (mail: LeasedMail): Promise<unknown> => finish(mail, { attempts: mail.attempts - 1 }),

    /**
     * Retries a waiting or failed mail immediately, with all attempts available again. Throws `notFound`, and
     * `conflict` if it was sent, is being sent, or can no longer be sent.
     */
    retry: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const row = await findMail(transaction.db, id)
        if (!row) throw notFound(MAIL_MESSAGES.mailNotFound)
        if (row.status === 'sent') throw conflict(MAIL_MESSAGES.mailAlreadySent)
        if (row.bodyEncrypted === null) throw conflict(MAIL_MESSAGES.mailContentDeleted)
        const now = timestamp(clock)
        const isRescheduled = await rescheduleMail(transaction.db, id, now)
        if (!isRescheduled) throw conflict(MAIL_MESSAGES.mailSendInProgress)
        // The settings' topic ends a back-off, so that the mail is sent immediately.
        transaction.publish(OUTBOX_TOPIC, MAIL_TOPIC)
        await audit.record(transaction, { actor, action: 'mail.retry', target: MAIL_KIND_LABELS[row.kind], detail: id })
      }),

    /** Deletes the content of mails that can't be retried, and old log entries. */
    async deleteExpired(): Promise<void> {
      const getTimeBefore = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds).toISOString()
      await deleteInBatches(database, ({ db }, limit) =>
        deleteUnsentContent(db, getTimeBefore(MAIL_RETENTION.contentDays * DAY_MS), limit),
      )
      await deleteInBatches(database, ({ db }, limit) =>
        deleteMails(db, getTimeBefore(MAIL_RETENTION.logDays * DAY_MS), limit),
      )
    },
  }
}
