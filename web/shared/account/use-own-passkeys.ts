import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credentials } from '#contracts/identity/account.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { PASSKEY_TEXTS } from '#contracts/identity/passkey-messages.ts'
import type { Passkey } from '#contracts/identity/passkeys.ts'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import type { CallFunction } from '../call.ts'
import { createCallOnce } from '../call-once.ts'
import { createQueryOf, dataOf, invalidate } from '../call-query.ts'
import { describeDevice } from '../device-name.ts'
import { formatMinute } from '../formats.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'

/** What a dialog asks for. */
type PasskeyAction = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** Describes when a passkey was added and last used. */
export const describePasskey = ({ createdAt, lastUsedAt }: Passkey): string =>
  PASSKEY_TEXTS.used(formatMinute(createdAt), lastUsedAt && formatMinute(lastUsedAt))

type Options = {
  call: CallFunction
  userId: string | undefined
  /** Called with the server's message after each change. */
  onChange: (message: string) => void
}

/**
 * Returns the query for the user's passkeys, whether more can be added, the action whose dialog is open, and the functions that its dialog calls,
 * which throw a `CallError`.
 */
export function useOwnPasskeys({ call, userId, onChange }: Options) {
  const client = useQueryClient()
  const passkeysQuery = useQuery({ ...dataOf(createQueryOf(call)(passkeyCalls.list, {}, userId)), staleTime: 0 })
  const [action, setAction] = useState<PasskeyAction | null>(null)

  function handleChange({ message }: { message: string }) {
    setAction(null)
    onChange(message)
    // A passkey also counts as a second factor.
    void invalidate(client, passkeyCalls.list, twoFactorCalls.status)
  }

  return {
    passkeysQuery,
    canAdd: passkeysQuery.data?.isAvailable === true && canUsePasskeys(),
    action,
    setAction,

    async add(credentials: Credentials): Promise<void> {
      const { createPasskey } = await import('./passkey-ceremonies.ts')
      handleChange(await createPasskey(call, credentials, describeDevice(navigator.userAgent)))
    },

    async rename({ id }: Passkey, name: string): Promise<void> {
      handleChange(await call(passkeyCalls.rename, { params: { id }, body: { name } }))
    },

    async remove({ id }: Passkey, credentials: Credentials): Promise<void> {
      const message = PASSKEY_TEXTS.removed
      await createCallOnce(call)(passkeyCalls.remove, { params: { id }, body: credentials }, message)
      handleChange({ message })
    },
  }
}
