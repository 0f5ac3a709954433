import { randomUUID } from 'node:crypto'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { MAIL_RETENTION, MAILS_RETRIED_MAX, OUTBOX_PER_PAGE } from '#contracts/limits.ts'
import {
  MAIL_KIND_LABELS,
  type MailKind,
  type MailRetry,
  type OutboxCounts,
  type OutboxEntry,
  type OutboxQuery,
} from '#contracts/mail/mail.ts'
import { MAIL_CHOICE_MESSAGES, MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { createAddressLimits } from './address-limits.ts'
import type { MailChoices } from './choices/service.ts'
import { MAIL_TOPIC, type MailDependencies } from './configuration.ts'
import { decryptContent, encryptBody } from './encrypted-content.ts'
import { OWN_MAIL_COLUMNS } from './export-columns.ts'
import { appendLink, htmlToText, type MailContent } from './mail-content.ts'
import {
  countMails,
  countRecentMails,
  countRetryableMails,
  countUnsentAbout,
  deleteMails,
  deleteUnsentContent,
  deleteUnsentMail,
  deleteUnsentMailsTo,
  findMail,
  findOldestWaiting,
  insertMail,
  listMails,
  listMailsTo,
  type OutboxRow,
  rescheduleFailedMails,
  rescheduleMail,
} from './store.ts'
import { toOutboxEntry } from './view.ts'

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
  replyTo?: string | undefined
  calendar?: MailContent['calendar']
  delayMs?: number | undefined
  /** The id of what it is about, by which `countUnsent` finds it. */
  aboutId?: string | undefined
}

/** What became of mails that were withdrawn: there were none, all were cancelled, or at least one was already sent. */
export type WithdrawnMail = 'none' | 'unsent' | 'sent'

/** The numbers of mails in the outbox. */
export type OutboxStatistics = {
  waiting: number
  failed: number
  /** The age of the oldest waiting mail; 0 if none is waiting. */
  oldestMs: number
  /** The mails that were queued in the time that the alarm for failed mails looks at. */
  recent: { count: number; failed: number }
}

/** The kinds that concern the recipient's account, unlike those to a contact of a submission or to staff. */
const ACCOUNT_MAIL_KINDS: readonly MailKind[] = [
  'invitation',
  'passwordReset',
  'emailVerification',
  'registrationAttempt',
  'signInAlert',
  'passkeyNotice',
  'companyAccountNotice',
  'eventRegistration',
  'eventChanged',
  'eventReminder',
  'shortlistChanged',
  'followDigest',
  'questionDecided',
  'questionAnswered',
  'questionAsked',
  'judgeInvitation',
  'judgeReminder',
  'inquiryOwnerNotice',
  'runFinished',
]

/** Adds the line that says why the recipient gets a mail, and ends that. */
function addUnsubscribeLine({ html, text }: NewMail, { label, url }: { label: string; url: string }) {
  const line = { text: MAIL_CHOICE_MESSAGES.mailLine(label), label: MAIL_CHOICE_MESSAGES.mailLink, url }
  return {
    html: appendLink(html, line),
    text: text === undefined ? undefined : `${text}\n\n${line.text}${line.label} ${url}`,
  }
}

/** Creates the outbox of waiting, sent and failed mails. */
export function createOutbox(dependencies: MailDependencies & { choices: Pick<MailChoices, 'find'> }) {
  const { database, clock, audit, encryption, choices } = dependencies
  const addressLimits = createAddressLimits(dependencies)

  return {
    /**
     * Adds a mail inside the caller's transaction, so that it isn't sent if that fails. Returns its id; `null` if the
     * recipient has got too many mails of this kind, or doesn't want any.
     */
    async add(transaction: Transaction, mail: NewMail): Promise<string | null> {
      const { db, publish } = transaction
      const { kind, to, subject, replyTo, calendar, delayMs = 0, aboutId = null } = mail
      const choice = await choices.find(db, kind, to.email)
      if (choice?.isOn === false) return null
      if (!(await addressLimits.count(transaction, kind, to.email))) return null
      const { html, text = htmlToText(html) } = choice ? addUnsubscribeLine(mail, choice) : mail
      const id = randomUUID()
      const now = clock.now()
      await insertMail(db, {
        id,
        kind,
        toName: toSingleLine(to.name),
        toEmail: to.email,
        subject: toSingleLine(subject),
        bodyEncrypted: encryptBody(encryption, id, { html, text, replyTo, calendar, unsubscribeUrl: choice?.url }),
        status: 'waiting',
        attempts: 0,
        lastError: '',
        createdAt: now.toISOString(),
        nextAttemptAt: new Date(now.getTime() + delayMs).toISOString(),
        sentAt: null,
        lease: null,
        leasedUntil: null,
        aboutId,
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

    /** Lists mails newest first, 20 per page, with the count of each status and of those that can be retried. */
    async list({ page, status }: OutboxQuery): Promise<{
      items: OutboxEntry[]
      counts: OutboxCounts
      retryable: number
      pagination: Pagination
    }> {
      const limit = OUTBOX_PER_PAGE
      const [rows, counts, retryable] = await Promise.all([
        listMails(database.read, status, toRowRange(page, limit)),
        countMails(database.read),
        countRetryableMails(database.read, timestamp(clock)),
      ])
      const totalItems = status ? counts[status] : counts.waiting + counts.sent + counts.failed
      return {
        items: rows.map(toOutboxEntry),
        counts,
        retryable,
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

    /**
     * Returns how many mails about something still wait a minute after they were queued, since none could be sent meanwhile,
     * and how many have failed.
     */
    countUnsent: (db: Queryable, aboutId: string): Promise<{ waiting: number; failed: number }> =>
      countUnsentAbout(db, aboutId, new Date(clock.now().getTime() - MINUTE_MS).toISOString()),

    /** Returns the content of a mail; `undefined` if it has been deleted, as after sending. */
    async findContent(id: string): Promise<MailContent | undefined> {
      const row = await findMail(database.read, id)
      return row && decryptContent(encryption, row)
    },

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

    /**
     * Retries failed mails immediately, oldest first, up to `MAILS_RETRIED_MAX`. Throws `conflict` if there are none, for
     * instance because somebody else has just retried them.
     */
    retryFailed: (actor: Actor): Promise<MailRetry> =>
      database.write(async (transaction) => {
        const now = timestamp(clock)
        const retried = await rescheduleFailedMails(transaction.db, now, MAILS_RETRIED_MAX)
        if (retried === 0) throw conflict(MAIL_MESSAGES.nothingToRetry)
        transaction.publish(OUTBOX_TOPIC, MAIL_TOPIC)
        await audit.record(transaction, {
          actor,
          action: 'mail.retry-failed',
          target: '发送失败的邮件',
          detail: `${retried}封`,
        })
        return { retried, remaining: await countRetryableMails(transaction.db, now) }
      }),

    /** Deletes the content of mails that can't be retried, old log entries, and expired counts of mails to an address. */
    async deleteExpired(): Promise<void> {
      await addressLimits.prune()
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
