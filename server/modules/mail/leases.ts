import { randomUUID } from 'node:crypto'
import { MAIL_ERRORS } from '#contracts/mail/messages.ts'
import { timestamp } from '#server/platform/clock.ts'
import { MailError } from '#server/platform/mail/mail-error.ts'
import { findNextAttemptTime, isStale, LEASE_MS } from '#server/platform/retry-policy.ts'
import type { MailDependencies } from './configuration.ts'
import { decryptContent } from './encrypted-content.ts'
import type { MailContent } from './mail-content.ts'
import { finishMail, leaseMail, listDueMails, type OutboxRow } from './store.ts'

/** A mail that only the worker that holds this lease may send. */
export type LeasedMail = OutboxRow & { lease: string }

export type MailLeases = ReturnType<typeof createMailLeases>

/** The number of due mails to try to lease, in case other workers lease the first ones. */
const LEASE_BATCH_SIZE = 10

/** Creates the leases by which several workers send due mails without sending one twice. */
export function createMailLeases({
  database,
  clock,
  encryption,
}: Pick<MailDependencies, 'database' | 'clock' | 'encryption'>) {
  /** Ends a lease. Does nothing if it has expired and another worker has leased the mail. */
  const end = (mail: { id: string; lease: string }, change: Parameters<typeof finishMail>[2]): Promise<unknown> =>
    database.write(({ db }) => finishMail(db, mail, change))

  return {
    /** Leases the mail that has been due longest; no other worker can send it until the lease expires. */
    async acquire(): Promise<LeasedMail | undefined> {
      const date = clock.now()
      const now = date.toISOString()
      const until = new Date(date.getTime() + LEASE_MS).toISOString()
      for (const id of await listDueMails(database.read, now, LEASE_BATCH_SIZE)) {
        const lease = randomUUID()
        const row = await database.write(({ db }) => leaseMail(db, id, { now, lease, until }))
        if (!row) continue
        if (!isStale(row.nextAttemptAt ?? now, date)) return { ...row, lease }
        await end({ id, lease }, { status: 'failed', nextAttemptAt: null, lastError: MAIL_ERRORS.expired })
      }
      return undefined
    },

    /** Returns the content of a leased mail. Throws `MailError` if it is missing or APP_SECRET has changed. */
    getContent(mail: LeasedMail): MailContent {
      let content: MailContent | undefined
      try {
        content = decryptContent(encryption, mail)
      } catch {
        // Encrypted with another APP_SECRET.
      }
      if (!content) throw new MailError('contentDeleted', { isPermanent: true })
      return content
    },

    /** Marks a mail as sent and deletes its content. */
    markSent: (mail: LeasedMail): Promise<unknown> =>
      end(mail, {
        status: 'sent',
        sentAt: timestamp(clock),
        nextAttemptAt: null,
        lastError: '',
        bodyEncrypted: null,
      }),

    /** Schedules the next attempt, or marks the mail as failed: permanently, or after the last attempt. */
    markFailed(mail: LeasedMail, { message, isPermanent }: MailError): Promise<unknown> {
      const next = isPermanent ? undefined : findNextAttemptTime(mail.attempts, clock.now())
      return end(mail, {
        status: next ? 'waiting' : 'failed',
        nextAttemptAt: next?.toISOString() ?? null,
        lastError: message,
      })
    },

    /** Reschedules an aborted mail without counting the attempt. */
    release: (mail: LeasedMail): Promise<unknown> => end(mail, { attempts: mail.attempts - 1 }),
  }
}
