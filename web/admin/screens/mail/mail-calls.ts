import type { EmailConfig, EmailPreview, OutboxCounts, OutboxEntry, Template } from '#contracts/mail/mail.ts'
import { EmailConfigInputSchema, type SmtpConfigInput, type TemplateName } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/mail/messages.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { callAddress, callData } from '../../calls/call.ts'
import { revisionOf } from '../../editors/document-calls.ts'
import { type Saved, saveOutcome } from '../../versioned/save-outcome.ts'
import type { VersionedSource } from '../../versioned/versioned-form.ts'
import { type MailValues, savedValues, valuesOf } from './mail-values.ts'

export const CONFIG_KEY = ['mail', 'config']
export const OUTBOX_KEY = ['mail', 'outbox']

export type LoadedConfig = { config: EmailConfig; revision: number }

const failed = (error: unknown) => `${SAY.saveFailed}：${failureMessage(error, SAY.saveFailed)}`

export const MAIL_SOURCE: VersionedSource<MailValues> = {
  async read() {
    const { config, revision } = await loadConfig()
    return { value: valuesOf(config), version: revision }
  },
  save: (values, over) => saveOutcome(saveConfig(values, over.version), failed),
  sentences: { saved: SAY.saved, newerFailed: failed },
}

export async function loadConfig(): Promise<LoadedConfig> {
  let revision = 0
  const config = await callData<EmailConfig>(ADMIN_API.emailConfig, {
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { config, revision }
}

/** What the screen shows where the settings can't be read (spec 3 §7). Saved, they are refused if there are others. */
export function defaultConfig(): LoadedConfig {
  const { smtpConfig, ...rest } = EmailConfigInputSchema.parse({})
  return {
    config: { ...rest, _id: '', smtpConfig: { ...smtpConfig, passwordSet: false }, lastTestResult: null },
    revision: 0,
  }
}

/** Saves over a revision. Throws 412 if there is a newer one. */
async function saveConfig(values: MailValues, over: number): Promise<Saved<MailValues>> {
  let version = over
  const { message } = await callAddress<{ message: string }>(ADMIN_API.emailConfig, {
    method: 'POST',
    body: EmailConfigInputSchema.parse(values),
    headers: { 'if-match': `"${over}"` },
    onHeaders: (headers) => {
      version = revisionOf(headers)
    },
  })
  return { value: savedValues(values), version, message }
}

export const testConfig = (smtpConfig: SmtpConfigInput) =>
  callAddress<{ message: string }>(ADMIN_API.emailTest, {
    ...{ method: 'POST', body: { smtpConfig, testEmail: smtpConfig.fromEmail } },
  })

export const previewTemplate = (name: TemplateName, template: Template, signal: AbortSignal) =>
  callData<EmailPreview>(ADMIN_API.emailPreview, { method: 'POST', body: { name, ...template }, signal })

export const listOutbox = (query: string) =>
  callAddress<{ data: OutboxEntry[]; counts: OutboxCounts; pagination: Pagination }>(`${ADMIN_API.outbox}?${query}`)

export const retryMail = (id: string) =>
  callAddress<{ message: string }>(fillPath(ADMIN_API.outboxRetry, { id }), { method: 'POST' })
