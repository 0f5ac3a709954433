import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import { clearErrors } from '../../parts/clear-errors.ts'

type FieldName = (string | number)[]
export const nameOf = (path: string): FieldName => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

/** What is wrong in the mail form, said at its fields; `reveal` opens what holds the first of them. */
export function useMailFaults(form: FormInstance, reveal: (path: string) => void) {
  const [wrong, setWrong] = useState<{ path: string } | null>(null)

  function showAtFields(errors: readonly FieldError[]) {
    const [first] = errors
    if (!first) return
    reveal(first.path)
    form.setFields(errors.map(({ path, message: said }) => ({ name: nameOf(path), errors: [said] })))
    setWrong({ path: first.path })
  }

  return {
    wrong,
    forget: () => setWrong(null),
    showAtFields,

    /** By the server's own rules, before it is asked; gives whether all is well. */
    isSound(paths: (path: string) => boolean): boolean {
      const parsed = EmailConfigInputSchema.safeParse(form.getFieldsValue(true))
      const errors = (parsed.error?.issues ?? [])
        .map(({ path, message: said }) => ({ path: path.join('.'), message: said }))
        .filter(({ path }) => paths(path))
      clearErrors(form)
      showAtFields(errors)
      return errors.length === 0
    },
  }
}
