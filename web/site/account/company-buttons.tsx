import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { COMPANY_MESSAGES, COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import { goToProvider } from '../../shared/account/company-flow.ts'
import { call } from '../../shared/call.ts'
import { type CallError, isCallError } from '../../shared/call-error.ts'
import { createQueryOf, dataOf } from '../../shared/call-query.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'

/** Offers to sign in with a company's account, which leaves the page and comes back to it. */
export function CompanyButtons({ onFailed }: { onFailed: (error: CallError, fallback: string) => void }) {
  const { data: providers = [] } = useQuery(dataOf(createQueryOf(call)(companyCalls.offered)))
  const [busyProvider, setBusyProvider] = useState<string | null>(null)
  const begin = useExclusive(async (provider: string) => {
    setBusyProvider(provider)
    try {
      await goToProvider({ provider, area: 'site', returnTo: location.pathname + location.search })
    } catch (error) {
      onFailed(isCallError(error) ? error : { status: 0, message: '' }, COMPANY_MESSAGES.unreachable)
      setBusyProvider(null)
    }
  })
  const offered = providers.filter(({ isForMembers }) => isForMembers)
  if (offered.length === 0) return null
  return (
    <>
      {offered.map(({ id, label }) => (
        <Button
          key={id}
          variant="outline"
          isBusy={busyProvider === id}
          className="w-full wrap-anywhere"
          onClick={() => begin(id)}
        >
          <Building2 className="size-4 shrink-0" aria-hidden />
          {COMPANY_TEXTS.signIn(label)}
        </Button>
      ))}
      <p className="text-sm text-muted">{COMPANY_TEXTS.consent}</p>
    </>
  )
}
