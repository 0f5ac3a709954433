/** The mail settings, their history, and the outbox. */
import type { ColumnType } from 'kysely'
import type { MailKind, MailStatus } from '#contracts/mail/mail.ts'
import type { Json } from './json.ts'

export type MailTables = {
  mailConfigs: MailConfigsTable
  mailRevisions: MailRevisionsTable
  outbox: OutboxTable
}

/** The mail settings: one row, of the id `default`. */
export type MailConfigsTable = {
  id: string
  revision: number
  /** Without the password. */
  valueJson: Json
  /** By APP_SECRET. */
  passwordEncrypted: string | null
  lastTestJson: ColumnType<unknown, string | null, string | null>
  updatedAt: string
}

/** Every save of the mail settings; none has a password. */
export type MailRevisionsTable = {
  configId: string
  revision: number
  valueJson: Json
  /** `RevisionChanges`; none for what was saved before there was a history. */
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
  createdAt: string
  createdBy: string | null
  /** The name that the user had then. */
  createdByName: string | null
}

/** Mails that wait, that were sent, and that failed. */
export type OutboxTable = {
  id: string
  kind: MailKind
  toName: string
  toEmail: string
  subject: string
  /** By APP_SECRET: what the mail says; links in it are secrets. Gone once it is sent. */
  bodyEncrypted: string | null
  status: MailStatus
  /** The number of attempts that were started. */
  attempts: number
  lastError: string
  createdAt: string
  nextAttemptAt: string | null
  sentAt: string | null
  /** The worker that is sending it, and the end of its lease. */
  lease: string | null
  leasedUntil: string | null
}
