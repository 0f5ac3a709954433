import type { CallReply } from '#contracts/call.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import { DEFAULT_EMAIL_CONFIG } from '#contracts/mail/default-config.ts'
import { type EmailConfig, EmailConfigInputSchema, type SmtpConfigInput } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { keyOf } from '../../../shared/call-query.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { Saved } from '../../../shared/versioned/save-outcome.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { type MailValues, toFormValues, toSavedValues } from './mail-values.ts'

export type VersionedConfig = { config: EmailConfig; version: number }

export const MAIL_RESOURCE: VersionedResource<MailValues> = {
  async read() {
    const { config, version } = await loadConfig()
    return { value: toFormValues(config), version }
  },
  readAuthorship: async () =>
    (await callAdmin(mailCalls.listRevisions, { query: { page: 1 } })).data.find(({ isCurrent }) => isCurrent),
  save: saveConfig,
  savedMessage: MESSAGES.saved,
  getErrorMessage: (error) => `${MESSAGES.saveFailed}：${toErrorMessage(error, MESSAGES.saveFailed)}`,
}

const toVersionedConfig = ({ data, version }: CallReply<typeof mailCalls.getConfig>): VersionedConfig => ({
  config: data,
  version,
})

const loadConfig = async () => toVersionedConfig(await callAdmin(mailCalls.getConfig))

/** Returns the query for the settings, which always starts from those of now, not from a previous visit to the screen. */
export const configQuery = { ...queryOf(mailCalls.getConfig), select: toVersionedConfig, gcTime: 0 }

/**
 * Returns the default settings, shown if the stored ones can't be loaded. Saving them is rejected if there
 * are stored ones.
 */
export function getDefaultConfig(): VersionedConfig {
  const { smtpConfig, ...rest } = DEFAULT_EMAIL_CONFIG
  return {
    config: { ...rest, _id: '', smtpConfig: { ...smtpConfig, passwordSet: false }, lastTestResult: null },
    version: 0,
  }
}

/** Saves the settings based on `base`. Throws a `CallError` with status 412 if a newer version exists. */
async function saveConfig(values: MailValues, base: Versioned<MailValues>): Promise<Saved<MailValues>> {
  const body = EmailConfigInputSchema.parse(values)
  const { message, version } = await callAdmin(mailCalls.saveConfig, { body, version: base.version })
  return { value: toSavedValues(values, base.value), version, message }
}

export const testConfig = (smtpConfig: SmtpConfigInput) =>
  callAdmin(mailCalls.test, { body: { smtpConfig, testEmail: smtpConfig.fromEmail } })

export const retryMail = (id: string) => callAdmin(mailCalls.retry, { params: { id } })

/** Sends the failed mails again. */
export const retryFailedMails = () => callAdmin(mailCalls.retryFailed)

/** Returns the query for the settings of a revision, which don't include the password. */
export const revisionQuery = (revision: number) => ({
  queryKey: keyOf(mailCalls.getRevision, { params: { revision } }),
  queryFn: async () => (await callAdmin(mailCalls.getRevision, { params: { revision } })).data.config,
})

/** Restores a revision, replacing `version`. Throws a `CallError` with status 412 if a newer version exists. */
export const restoreRevision = (revision: number, version: number) =>
  callAdmin(mailCalls.restoreRevision, { params: { revision }, version })
