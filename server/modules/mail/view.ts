import type { OutboxEntry } from '#contracts/mail/mail.ts'
import type { OutboxRow } from './store.ts'

/** Returns a text for those who may not see contacts: `c***@example.com` if an address stood. */
export const maskAddresses = (text: string): string => text.replaceAll(/([^\s<>@])[^\s<>@]*@/gu, '$1***@')

/**
 * Returns a mail as the outbox shows it: never what it says, for links in it are secrets. A subject may name people.
 */
export const toOutboxEntry = (row: OutboxRow, canSeeContacts: boolean): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.createdAt,
  to: canSeeContacts ? row.toEmail : maskAddresses(row.toEmail),
  subject: canSeeContacts ? row.subject : '',
  lastError: canSeeContacts ? row.lastError : maskAddresses(row.lastError),
  nextAttemptAt: row.nextAttemptAt,
  sentAt: row.sentAt,
})
