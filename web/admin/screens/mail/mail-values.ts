/** What the mail form holds, shows beside another version, and has once it was saved. */
import type { EmailConfig, EmailConfigInput } from '#contracts/mail/mail.ts'
import type { Json } from '../../editors/json-path.ts'
import type { LoadedConfig } from './mail-calls.ts'

/** What the form holds of the settings. A password is there only while it is typed. */
export function editable({ config: { smtpConfig, isActive, recipients, templates } }: LoadedConfig): EmailConfigInput {
  const { passwordSet: _, ...server } = smtpConfig
  return { smtpConfig: { ...server, password: '' }, isActive, recipients, templates }
}

/** What two people's versions are compared by. A password is shown to nobody, and stays in the form as it was typed. */
export function comparable({ smtpConfig, isActive, recipients, templates }: EmailConfigInput): Json {
  const { password: _, ...server } = smtpConfig
  return { isActive, smtpConfig: server, recipients, templates }
}

/** The settings as they stand after `saved` was saved over `before`: a blank password keeps the stored one. */
export function savedOver(before: EmailConfig, { smtpConfig, ...saved }: EmailConfigInput): EmailConfig {
  const { password, ...server } = smtpConfig
  const passwordSet = before.smtpConfig.passwordSet || Boolean(password)
  return { ...before, ...saved, smtpConfig: { ...server, passwordSet } }
}
