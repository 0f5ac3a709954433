import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { clearErrors } from '../../parts/field-errors.ts'
import { explainLostPassword, type MailValues } from './mail-values.ts'

type FieldName = (string | number)[]
export const toFieldName = (path: string): FieldName =>
  path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** Returns the validation errors, by the same rules as the server's. */
export function checkMail(values: MailValues, loaded: MailValues): FieldError[] {
  const issues = EmailConfigInputSchema.safeParse(values).error?.issues ?? []
  const lostPassword = values.smtpConfig.username && explainLostPassword(values.smtpConfig, loaded.smtpConfig)
  return [
    ...issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    ...(lostPassword ? [{ path: 'smtpConfig.password', message: lostPassword }] : []),
  ]
}

/** Shows errors at the fields of the mail form; `reveal` opens the tab of the first. */
export function useMailErrors(reveal: (path: string) => void) {
  const [firstError, setFirstError] = useState<{ path: string } | null>(null)

  return {
    firstError,
    clear: () => setFirstError(null),

    /** Opens the tab of a field and focuses it. */
    focus(path: string): void {
      reveal(path)
      setFirstError({ path })
    },

    /** Returns true, since every field is in the form. */
    showErrors(errors: readonly FieldError[], fields: FormInstance): boolean {
      clearErrors(fields)
      const [first] = errors
      if (!first) return true
      reveal(first.path)
      fields.setFields(errors.map(({ path, message }) => ({ name: toFieldName(path), errors: [message] })))
      setFirstError({ path: first.path })
      return true
    },
  }
}
