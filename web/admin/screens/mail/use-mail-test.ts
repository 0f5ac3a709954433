import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import { SmtpConfigSchema } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { getServerMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import type { VersionedFormInstance } from '../../versioned/use-versioned-form.ts'
import { testConfig } from './mail-calls.ts'
import { type MailValues, validateMail } from './mail-values.ts'

type MailForm = Pick<VersionedFormInstance<MailValues>, 'edits' | 'setErrors' | 'notify'>

/** Sends a test email with the settings in the form, saved or not. The form can be edited during the test. */
export function useMailTest({ edits, setErrors, notify }: MailForm) {
  const client = useQueryClient()
  const [isTesting, setIsTesting] = useState(false)

  async function sendTest() {
    notify(null)
    const values = edits.getValue()
    const { smtpConfig } = values
    const errors: FieldError[] = [
      ...(smtpConfig.host.trim() === '' ? [{ path: 'smtpConfig.host', message: MESSAGES.hostMissing }] : []),
      ...(smtpConfig.fromEmail.trim() === '' ? [{ path: 'smtpConfig.fromEmail', message: MESSAGES.email }] : []),
      ...validateMail(values, edits.get().loaded.value).filter(({ path }) => path.startsWith('smtpConfig')),
    ]
    setErrors(errors)
    if (errors.length > 0) return
    setIsTesting(true)
    try {
      notify({ kind: 'success', text: (await testConfig(SmtpConfigSchema.parse(smtpConfig))).message })
    } catch (error) {
      const reason = getServerMessage(error)
      notify({ kind: 'failure', text: reason ? `${MESSAGES.testFailedPrefix}${reason}` : MESSAGES.testFailed })
    } finally {
      // Reloads the stored result without touching the input.
      await invalidate(client, mailCalls.getConfig)
      setIsTesting(false)
    }
  }

  const sendTestOnce = useExclusive(sendTest)
  return { isTesting, sendTest: sendTestOnce }
}
