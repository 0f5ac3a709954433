import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import {
  type EmailConfig,
  type OutboxEntry,
  type Recipient,
  type StoredEmailConfig,
  TestResultSchema,
} from '#contracts/mail/mail.ts'
import { maskAddresses } from '#server/platform/hide-contacts.ts'
import { CONFIG_ID, type MailConfigRow, type OutboxRow } from './store.ts'

/** Returns the settings as sent to a browser; the defaults if nothing was saved. */
export function toEmailConfig(row: MailConfigRow | undefined): EmailConfig {
  const { smtpConfig, ...config } = completeEmailConfig(row?.valueJson)
  return {
    _id: CONFIG_ID,
    ...config,
    smtpConfig: { ...smtpConfig, passwordSet: Boolean(row?.passwordEncrypted) },
    lastTestResult: TestResultSchema.nullable().parse(row?.lastTestJson ?? null),
  }
}

/** Masks a user name, which is often a person's email address; `***` indicates that one is set. */
const maskUsername = (username: string): string =>
  username.includes('@') ? maskAddresses(username) : username && '***'

type Contacts = Pick<StoredEmailConfig, 'recipients'> & {
  smtpConfig: { username: string; fromEmail: string }
  lastTestResult?: EmailConfig['lastTestResult']
}

/** Hides people's names and addresses in the settings: recipients, and often user name and sender. */
export const redactConfig = <Config extends Contacts>(config: Config): Config => ({
  ...config,
  smtpConfig: {
    ...config.smtpConfig,
    username: maskUsername(config.smtpConfig.username),
    fromEmail: maskAddresses(config.smtpConfig.fromEmail),
  },
  recipients: {
    consultation: config.recipients.consultation.map(redactRecipient),
    submission: config.recipients.submission.map(redactRecipient),
  },
  ...(config.lastTestResult ? { lastTestResult: { ...config.lastTestResult, message: '' } } : {}),
})

const redactRecipient = (recipient: Recipient): Recipient => ({ ...recipient, name: '', email: '' })

/** Returns a mail's outbox entry, without its content, which contains secret links. */
export const toOutboxEntry = (row: OutboxRow): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.createdAt,
  to: row.toEmail,
  subject: row.subject,
  lastError: row.lastError,
  nextAttemptAt: row.nextAttemptAt,
  sentAt: row.sentAt,
})
