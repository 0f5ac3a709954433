/** The values of the mail form: the settings, and a newly typed password. */
import { type EmailConfig, type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail/mail.ts'

export type MailValues = Omit<EmailConfigInput, 'smtpConfig'> & {
  smtpConfig: EmailConfig['smtpConfig'] & { password?: string | undefined }
}

export const getValues = ({ smtpConfig, isActive, recipients, templates }: EmailConfig): MailValues => ({
  smtpConfig: { ...smtpConfig, password: '' },
  isActive,
  recipients,
  templates,
})

/** Returns what is kept of the values once they are saved: no password, but that there is one. */
export function savedValues(submitted: MailValues): MailValues {
  const { smtpConfig, ...rest } = EmailConfigInputSchema.parse(submitted)
  const passwordSet = submitted.smtpConfig.passwordSet || Boolean(submitted.smtpConfig.password)
  return { ...rest, smtpConfig: { ...smtpConfig, password: '', passwordSet } }
}
