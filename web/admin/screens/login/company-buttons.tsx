import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Building2 } from 'lucide-react'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { COMPANY_MESSAGES, COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import { goToProvider } from '../../../shared/account/company-flow.ts'
import { call } from '../../../shared/call.ts'
import { createQueryOf, dataOf } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { FormError } from '../../components/form-error.tsx'

/** Offers to sign in with a company's account, which leaves the page and comes back to `returnTo`. */
export function CompanyButtons({ returnTo }: { returnTo: string }) {
  const { data: providers = [] } = useQuery(dataOf(createQueryOf(call)(companyCalls.offered)))
  const beginMutation = useMutation({
    mutationFn: (provider: string) => goToProvider({ provider, area: 'admin', returnTo }),
  })
  const offered = providers.filter(({ isForStaff }) => isForStaff)
  if (offered.length === 0) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <FormError error={beginMutation.error} fallback={COMPANY_MESSAGES.unreachable} />
      {offered.map(({ id, label }) => (
        <Button
          key={id}
          size="large"
          block
          className="h-auto! min-h-11 whitespace-normal!"
          icon={<Building2 className="size-4" aria-hidden />}
          loading={beginMutation.isPending && beginMutation.variables === id}
          onClick={() => beginMutation.mutate(id)}
        >
          {COMPANY_TEXTS.signIn(label)}
        </Button>
      ))}
    </div>
  )
}
