/** The mail settings, their history, and the outbox. */
import type { ColumnType } from 'kysely'
import type { MailKind, MailStatus } from '#contracts/mail/mail.ts'
import type { OptionalMailKind } from '#contracts/mail/optional-mails.ts'
import type { Json } from './json.ts'

export type MailTables = {
  mailConfigs: MailConfigsTable
  mailRevisions: MailRevisionsTable
  outbox: OutboxTable
  mailOptOuts: MailOptOutsTable
}

/** The kinds of mail that a member doesn't want to get. */
export type MailOptOutsTable = { userId: string; kind: OptionalMailKind; createdAt: string }

/** The mail settings: one row with the id `default`. */
export type MailConfigsTable = {
  id: string
  revision: number
  /** The settings without the password. */
  valueJson: Json
  /** Encrypted with `APP_SECRET`. */
  passwordEncrypted: string | null
  lastTestJson: ColumnType<unknown, string | null, string | null>
  updatedAt: string
}

/** Every revision of the mail settings, without passwords. */
export type MailRevisionsTable = {
  configId: string
  revision: number
  valueJson: Json
  /** `RevisionChanges`; `null` for settings saved before history was recorded. */
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
  createdAt: string
  createdBy: string | null
  /** The user's name at that time. */
  createdByName: string | null
}

/** Queued, sent and failed mails. */
export type OutboxTable = {
  id: string
  kind: MailKind
  toName: string
  toEmail: string
  subject: string
  /** The mail's text with its secret links, encrypted with APP_SECRET. Deleted once the mail is sent. */
  bodyEncrypted: string | null
  status: MailStatus
  /** The number of started attempts. */
  attempts: number
  lastError: string
  createdAt: string
  nextAttemptAt: string | null
  sentAt: string | null
  /** The worker that is sending it, and the end of its lease. */
  lease: string | null
  leasedUntil: string | null
  /** The id of the inquiry that it is about; `null` for mails whose causers don't follow them. */
  aboutId: string | null
}
