import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import {
  type EmailConfig,
  type OutboxEntry,
  type Recipient,
  type StoredEmailConfig,
  TestResultSchema,
} from '#contracts/mail/mail.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { CONFIG_ID, type MailConfigRow, type OutboxRow } from './store.ts'

/** Returns a text for those who may not see contacts: `c***@example.com` if an address stood. */
export const maskAddresses = (text: string): string => text.replaceAll(/([^\s<>@])[^\s<>@]*@/gu, '$1***@')

/** Returns the settings as a browser gets them; the defaults if nothing was saved. */
export function toEmailConfig(row: MailConfigRow | undefined): EmailConfig {
  const { smtpConfig, ...config } = completeEmailConfig(row?.valueJson)
  return {
    _id: CONFIG_ID,
    ...config,
    smtpConfig: { ...smtpConfig, passwordSet: Boolean(row?.passwordEncrypted) },
    lastTestResult: TestResultSchema.nullable().parse(row?.lastTestJson ?? null),
  }
}

/** A user name is often a person's address: what is set is shown as set. */
const maskUsername = (username: string): string =>
  username.includes('@') ? maskAddresses(username) : username && '***'

type Contacts = Pick<StoredEmailConfig, 'recipients'> & {
  smtpConfig: { username: string; fromEmail: string }
  lastTestResult?: EmailConfig['lastTestResult']
}

/** Returns the settings without people's names and addresses: recipients, and often user name and sender. */
export const redactConfig = <Config extends Contacts>(config: Config): Config => ({
  ...config,
  smtpConfig: {
    ...config.smtpConfig,
    username: maskUsername(config.smtpConfig.username),
    fromEmail: maskAddresses(config.smtpConfig.fromEmail),
  },
  recipients: {
    consultation: config.recipients.consultation.map(hideRecipient),
    submission: config.recipients.submission.map(hideRecipient),
  },
  ...(config.lastTestResult ? { lastTestResult: { ...config.lastTestResult, message: '' } } : {}),
})
const hideRecipient = (recipient: Recipient): Recipient => ({ ...recipient, name: '', email: '' })

/**
 * Returns a mail as the outbox shows it: never what it says, for links in it are secrets. A subject may name people.
 */
export function toOutboxEntry(row: OutboxRow, viewer: Viewer): OutboxEntry {
  const canSeeContacts = can(viewer, 'contacts:read')
  return {
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
  }
}
