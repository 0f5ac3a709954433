/** What the mail form holds: the settings, and a password while it is typed. */
import { type EmailConfig, type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail/mail.ts'

export type MailValues = Omit<EmailConfigInput, 'smtpConfig'> & {
  smtpConfig: EmailConfig['smtpConfig'] & { password?: string | undefined }
}

export const valuesOf = ({ smtpConfig, isActive, recipients, templates }: EmailConfig): MailValues => ({
  smtpConfig: { ...smtpConfig, password: '' },
  isActive,
  recipients,
  templates,
})

/** Returns what is kept of the values once they are saved: no password, but that there is one. */
export function savedValues(sent: MailValues): MailValues {
  const { smtpConfig, ...rest } = EmailConfigInputSchema.parse(sent)
  const passwordSet = sent.smtpConfig.passwordSet || Boolean(sent.smtpConfig.password)
  return { ...rest, smtpConfig: { ...smtpConfig, password: '', passwordSet } }
}
