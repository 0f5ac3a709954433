/** The values of the mail form: the settings, and a new password if one was typed. */
import type { FieldError } from '#contracts/errors.ts'
import {
  type EmailConfig,
  type EmailConfigInput,
  EmailConfigInputSchema,
  SmtpConfigSchema,
} from '#contracts/mail/mail.ts'
import { explainUnusablePassword } from '#contracts/mail/password-scope.ts'

export type MailValues = Omit<EmailConfigInput, 'smtpConfig'> & {
  smtpConfig: EmailConfig['smtpConfig'] & { password?: string | undefined }
}

export const toFormValues = ({ smtpConfig, isActive, recipients, templates }: EmailConfig): MailValues => ({
  smtpConfig: { ...smtpConfig, password: '' },
  isActive,
  recipients,
  templates,
})

type ServerValues = MailValues['smtpConfig']

/**
 * Returns why the stored password can't be used with the form's values. Returns `undefined` if it can be used, if there
 * is none, or if a new one was typed.
 */
export function explainLostPassword(smtpConfig: ServerValues, saved: ServerValues): string | undefined {
  if (!saved.passwordSet || smtpConfig.password) return undefined
  const parsed = SmtpConfigSchema.safeParse(smtpConfig)
  return parsed.success ? explainUnusablePassword(saved, parsed.data) : undefined
}

/** Returns whether there is a password, stored or typed, for the form's values. */
export const hasPassword = (smtpConfig: ServerValues, saved: ServerValues): boolean =>
  Boolean(smtpConfig.password) || (saved.passwordSet && explainLostPassword(smtpConfig, saved) === undefined)

/** Returns the form's values after a save: without the password, but with the flag whether one is stored. */
export function toSavedValues(submitted: MailValues, saved: MailValues): MailValues {
  const { smtpConfig, ...rest } = EmailConfigInputSchema.parse(submitted)
  const passwordSet = hasPassword(submitted.smtpConfig, saved.smtpConfig)
  return { ...rest, smtpConfig: { ...smtpConfig, password: '', passwordSet } }
}

/** Returns the validation errors, by the same rules as on the server. */
export function validateMail(values: MailValues, saved: MailValues): FieldError[] {
  const issues = EmailConfigInputSchema.safeParse(values).error?.issues ?? []
  const passwordError = values.smtpConfig.username && explainLostPassword(values.smtpConfig, saved.smtpConfig)
  return [
    ...issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    ...(passwordError ? [{ path: 'smtpConfig.password', message: passwordError }] : []),
  ]
}
