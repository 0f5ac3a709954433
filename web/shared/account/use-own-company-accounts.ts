import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credentials } from '#contracts/identity/account.ts'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { COMPANY_MESSAGES, COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import type { CompanyAccount, OfferedProvider, SignInArea } from '#contracts/identity/company-sign-in.ts'
import type { CallFunction } from '../call.ts'
import { createCallOnce } from '../call-once.ts'
import { createQueryOf, dataOf, invalidate } from '../call-query.ts'
import { formatMinute } from '../formats.ts'
import { goToLink } from './company-flow.ts'

/** What a dialog asks for. */
type CompanyAction =
  | { kind: 'link'; provider: OfferedProvider }
  | { kind: 'unlink'; account: CompanyAccount }
  | { kind: 'password' }

/** Describes when a company's account was joined and last used. */
export const describeCompanyAccount = ({ createdAt, lastUsedAt }: CompanyAccount): string =>
  COMPANY_TEXTS.used(formatMinute(createdAt), lastUsedAt && formatMinute(lastUsedAt))

type Options = {
  call: CallFunction
  area: SignInArea
  userId: string | undefined
  /** Called with the server's message after each change. */
  onChange: (message: string) => void
}

/**
 * Returns the query for the user's companies' accounts, the action whose dialog is open, and the functions that its dialog
 * calls, which throw a `CallError`.
 */
export function useOwnCompanyAccounts({ call, area, userId, onChange }: Options) {
  const client = useQueryClient()
  const accountsQuery = useQuery({ ...dataOf(createQueryOf(call)(companyCalls.list, {}, userId)), staleTime: 0 })
  const [action, setAction] = useState<CompanyAction | null>(null)

  function handleChange(message: string) {
    setAction(null)
    onChange(message)
    void invalidate(client, companyCalls.list)
  }

  return {
    accountsQuery,
    action,
    setAction,

    link: ({ id }: OfferedProvider, credentials: Credentials): Promise<void> =>
      goToLink(call, { provider: id, area, ...credentials }),

    async unlink({ id }: CompanyAccount, credentials: Credentials): Promise<void> {
      const message = COMPANY_MESSAGES.unlinked
      await createCallOnce(call)(companyCalls.unlink, { params: { id }, body: credentials }, message)
      handleChange(message)
    },

    async setFirstPassword(newPassword: string): Promise<void> {
      handleChange((await call(companyCalls.setFirstPassword, { body: { newPassword } })).message)
    },
  }
}
