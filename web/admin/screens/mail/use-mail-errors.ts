import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { clearErrors } from '../../parts/field-errors.ts'
import type { MailValues } from './mail-values.ts'

type FieldName = (string | number)[]
export const toFieldName = (path: string): FieldName =>
  path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** Returns what the server would refuse, by its own rules. */
export const mailFaults = (values: MailValues): FieldError[] =>
  (EmailConfigInputSchema.safeParse(values).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))

/** Returns what is wrong in the mail form, said at its fields; `reveal` opens what holds the first of them. */
export function useMailErrors(form: FormInstance, reveal: (path: string) => void) {
  const [firstError, setWrong] = useState<{ path: string } | null>(null)

  return {
    firstError,
    clear: () => setWrong(null),

    /** Returns that the fields say all: each wrong one is in the form. */
    setErrors(errors: readonly FieldError[]): boolean {
      clearErrors(form)
      const [first] = errors
      if (!first) return true
      reveal(first.path)
      form.setFields(errors.map(({ path, message }) => ({ name: toFieldName(path), errors: [message] })))
      setWrong({ path: first.path })
      return true
    },
  }
}
