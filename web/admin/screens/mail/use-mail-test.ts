import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { EmailConfigInput } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/mail/messages.ts'
import { serversWords } from '../../../shared/read-failure.ts'
import { useOneAtATime } from '../../parts/use-one-at-a-time.ts'
import { CONFIG_KEY, testConfig } from './mail-calls.ts'
import type { useMailFaults } from './use-mail-faults.ts'

type MailTest = {
  values: () => EmailConfigInput
  faults: ReturnType<typeof useMailFaults>
  onFailure: (failure: string | null) => void
}

/** Tries what the form holds, saved or not. A server that hangs takes its time: editing and saving go on beside it. */
export function useMailTest({ values, faults, onFailure }: MailTest) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isTesting, setTesting] = useState(false)

  async function test() {
    onFailure(null)
    const { smtpConfig } = values()
    const missing: FieldError[] = [
      ...(smtpConfig.host.trim() === '' ? [{ path: 'smtpConfig.host', message: SAY.hostMissing }] : []),
      ...(smtpConfig.fromEmail.trim() === '' ? [{ path: 'smtpConfig.fromEmail', message: SAY.email }] : []),
    ]
    faults.showAtFields(missing)
    if (missing.length > 0 || !faults.isSound((path) => path.startsWith('smtpConfig'))) return
    setTesting(true)
    try {
      message.success((await testConfig(smtpConfig)).message)
    } catch (error) {
      const words = serversWords(error)
      onFailure(words ? `${SAY.testFailedBecause}${words}` : SAY.testFailed)
    } finally {
      // Its result is kept by the server; what is typed stays as it is.
      await client.invalidateQueries({ queryKey: CONFIG_KEY })
      setTesting(false)
    }
  }

  return { isTesting, test: useOneAtATime(test) }
}
