import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type {
  RecoveryCodes,
  TwoFactorCredentials,
  TwoFactorSecret,
  TwoFactorStatus,
} from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS as TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { CallFunction } from '../call.ts'
import { isCallError } from '../call-error.ts'
import { invalidate } from '../call-query.ts'

/** An action that a user can start. */
export type TwoFactorAction = 'enter-password' | 'renew-codes' | 'turn-off'

type TwoFactorStep =
  | { name: 'idle' | TwoFactorAction }
  /** Two-factor sign-in is enabled, but the reply with the recovery codes was lost. */
  | { name: 'replace-lost-codes' }
  | { name: 'scan-code'; secret: TwoFactorSecret }
  | { name: 'show-codes'; codes: readonly string[] }

type CredentialsForm = {
  title: string
  description?: string
  /** What the form asks for. */
  fields: readonly (keyof TwoFactorCredentials)[]
  submitLabel: string
}

/** The form of each step that has one. */
const FORMS: Partial<Record<TwoFactorStep['name'], CredentialsForm>> = {
  'enter-password': { title: TEXTS.turnOn, fields: ['password'], submitLabel: '下一步' },
  'scan-code': { title: TEXTS.turnOn, fields: ['code'], submitLabel: '开启' },
  'renew-codes': { title: TEXTS.renewCodes, fields: ['password', 'code'], submitLabel: '重新生成' },
  'replace-lost-codes': {
    title: TEXTS.renewCodes,
    description: TEXTS.codesLost,
    fields: ['password', 'code'],
    submitLabel: '重新生成',
  },
  'turn-off': { title: TEXTS.turnOff, fields: ['password', 'code'], submitLabel: TEXTS.turnOff },
}

type Options = {
  call: CallFunction
  /** Called with the server's message after each change. */
  onChange: (message: string) => void
  /** Called before the panel shows its actions again. */
  onFinish?: (() => void) | undefined
}

/**
 * Returns the current step with its form, and the functions that lead to other steps. `submit` sends what was entered
 * in the form; it throws a `CallError`.
 */
export function useTwoFactorSetup({ call, onChange, onFinish }: Options) {
  const [step, setStep] = useState<TwoFactorStep>({ name: 'idle' })
  const client = useQueryClient()

  function finish() {
    onFinish?.()
    setStep({ name: 'idle' })
  }

  function handleChange(message: string) {
    onChange(message)
    void invalidate(client, twoFactorCalls.status)
  }

  function showCodes({ data, message }: { data: RecoveryCodes; message: string }) {
    setStep({ name: 'show-codes', codes: data.recoveryCodes })
    handleChange(message)
  }

  function finishChange(message: string) {
    finish()
    handleChange(message)
  }

  async function sendStep({ password, code }: TwoFactorCredentials): Promise<void> {
    switch (step.name) {
      case 'enter-password':
        setStep({ name: 'scan-code', secret: (await call(twoFactorCalls.begin, { body: { password } })).data })
        break
      case 'scan-code':
        showCodes(await call(twoFactorCalls.confirm, { body: { code } }))
        break
      case 'renew-codes':
      case 'replace-lost-codes':
        showCodes(await call(twoFactorCalls.renewRecoveryCodes, { body: { password, code } }))
        break
      case 'turn-off':
        finishChange((await call(twoFactorCalls.turnOff, { body: { password, code } })).message)
    }
  }

  /**
   * Leaves a step that has no purpose any more: its request succeeded although its reply was lost, or two-factor
   * sign-in was changed in another tab. Returns whether it left.
   */
  async function leaveOutdatedStep(): Promise<boolean> {
    const status = await readStatus(call)
    if (!status) return false
    if (step.name === 'turn-off') {
      if (!status.enabled) finishChange(MESSAGES.twoFactorTurnedOff)
      return !status.enabled
    }
    if (!status.enabled || (step.name !== 'enter-password' && step.name !== 'scan-code')) return false
    if (step.name === 'enter-password') finish()
    else setStep({ name: 'replace-lost-codes' })
    handleChange(MESSAGES.twoFactorIsOn)
    return true
  }

  async function submit(input: TwoFactorCredentials): Promise<void> {
    try {
      await sendStep(input)
    } catch (error) {
      if (!isCallError(error) || (error.status !== 0 && error.status !== 409) || !(await leaveOutdatedStep()))
        throw error
    }
  }

  const start = (name: TwoFactorAction) => setStep({ name })
  return { step, form: FORMS[step.name], start, submit, finish }
}

/** Returns the current status; `undefined` if it can't be read. */
async function readStatus(call: CallFunction): Promise<TwoFactorStatus | undefined> {
  try {
    return (await call(twoFactorCalls.status)).data
  } catch {
    return undefined
  }
}

/** The name of the file of recovery codes. */
export const RECOVERY_CODES_FILE = '两步验证恢复码.txt'

/** Returns the recovery codes for the clipboard, one per line. */
export const toRecoveryCodesText = (codes: readonly string[]): string => `${codes.join('\n')}\n`

/** Returns the contents of the file of recovery codes, which names the account: it may be found again long after. */
export const toRecoveryCodesFile = (codes: readonly string[], email: string): string =>
  `${location.host} 上账号 ${email} 的恢复码，每个可以代替一次验证码：\n\n${toRecoveryCodesText(codes)}`
