import type { OutboxEntry } from '#contracts/mail/mail.ts'
import type { OutboxRow } from './store.ts'

/** A text for those who may not see contacts: `c***@example.com` where an address stood. */
export const masked = (text: string): string => text.replaceAll(/([^\s<>@])[^\s<>@]*@/gu, '$1***@')

/** A mail as the outbox shows it: never what it says, for links in it are secrets. A subject may name people. */
export const outboxEntry = (row: OutboxRow, seesContacts: boolean): OutboxEntry => ({
  ...{ id: row.id, kind: row.kind, status: row.status, attempts: row.attempts, createdAt: row.createdAt },
  to: seesContacts ? row.toEmail : masked(row.toEmail),
  subject: seesContacts ? row.subject : '',
  lastError: seesContacts ? row.lastError : masked(row.lastError),
  nextAttemptAt: row.nextAttemptAt,
  sentAt: row.sentAt,
})
