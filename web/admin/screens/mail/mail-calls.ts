import type {
  EmailConfig,
  EmailConfigInput,
  EmailPreview,
  OutboxCounts,
  OutboxEntry,
  Template,
} from '#contracts/mail/mail.ts'
import { EmailConfigInputSchema, type SmtpConfigInput, type TemplateName } from '#contracts/mail/mail.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import { callAddress, callData } from '../../calls/call.ts'
import { revisionOf } from '../../editors/document-calls.ts'

export const CONFIG_KEY = ['mail', 'config']
export const OUTBOX_KEY = ['mail', 'outbox']

export type LoadedConfig = { config: EmailConfig; revision: number }

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

/** Saves over a revision, and gives the next. Throws 412 where there is a newer one. */
export async function saveConfig(
  config: EmailConfigInput,
  over: number,
): Promise<{ revision: number; message: string }> {
  let revision = over
  const { message } = await callAddress<{ message: string }>(ADMIN_API.emailConfig, {
    ...{ method: 'POST', body: config, headers: { 'if-match': `"${over}"` } },
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { revision, message }
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
