import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton, Typography } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { signInProviderCalls } from '#contracts/identity/sign-in-provider-calls.ts'
import type { Provider, SignInProviders } from '#contracts/identity/sign-in-providers.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useCan } from '../../session/session.ts'
import { ProviderDrawer } from './provider-drawer.tsx'
import { ProviderList } from './provider-list.tsx'
import { StaffForm } from './staff-form.tsx'

/** The identity providers of companies, and how the staff signs in. */
export function SignInScreen() {
  const client = useQueryClient()
  const canManage = useCan('settings:write')
  /** The provider that is edited; `null` for a new one. */
  const [edited, setEdited] = useState<Provider | null>()
  const { data, error, isPending, isLoadingError, refetch } = useQuery(dataOf(queryOf(signInProviderCalls.list)))
  const reload = () => invalidate(client, signInProviderCalls.list)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.signIn.title}
        description="让会员与后台人员用公司的统一登录进入平台，不必另记一个密码。"
        actions={
          canManage && (
            <Button type="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setEdited(null)}>
              添加登录方式
            </Button>
          )
        }
      />
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {isLoadingError && <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />}
      {data?.providers.length === 0 && (
        <EmptyPanel>还没有登录方式。先在公司的登录服务中登记本站，再把得到的编号与密钥填到这里。</EmptyPanel>
      )}
      {data && data.providers.length > 0 && (
        <ProviderList providers={data.providers} canManage={canManage} onEdit={setEdited} onChanged={reload} />
      )}
      {data && <Addresses addresses={data.addresses} />}
      {/* Shows what somebody else has saved meanwhile, since saving replaces it. */}
      {data && <StaffForm key={data.staffVersion} data={data} isDisabled={!canManage} onSaved={reload} />}
      {edited !== undefined && (
        <ProviderDrawer provider={edited} onSaved={reload} onClose={() => setEdited(undefined)} />
      )}
    </ScreenContent>
  )
}

/** What has to be registered at a provider. */
const Addresses = ({ addresses: { callbacks, signedOut } }: Pick<SignInProviders, 'addresses'>) => (
  <section className="panel mt-5 px-5 py-5" aria-labelledby="sign-in-addresses">
    <h2 id="sign-in-addresses" className="text-lg">
      要在提供方登记的地址
    </h2>
    <dl className="grid gap-x-6 gap-y-2 pt-3 sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">登录后的回调地址</dt>
      <dd className="min-w-0">
        <AddressList addresses={callbacks} />
      </dd>
      <dt className="text-muted">退出后的返回地址</dt>
      <dd className="min-w-0">
        <AddressList addresses={signedOut} />
      </dd>
    </dl>
  </section>
)

const AddressList = ({ addresses }: { addresses: readonly string[] }) => (
  <ul>
    {addresses.map((address) => (
      <li key={address}>
        <Typography.Text copyable className="wrap-anywhere">
          {address}
        </Typography.Text>
      </li>
    ))}
  </ul>
)
