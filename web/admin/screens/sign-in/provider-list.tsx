import { App, Button, Tag } from 'antd'
import { signInProviderCalls } from '#contracts/identity/sign-in-provider-calls.ts'
import type { Provider } from '#contracts/identity/sign-in-providers.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { KIND_TEXTS } from './provider-texts.ts'

type ProviderListProps = {
  providers: readonly Provider[]
  canManage: boolean
  onEdit: (provider: Provider) => void
  onChanged: () => unknown
}

/** The identity providers, which super admins edit, test and delete. */
export const ProviderList = ({ providers, ...actions }: ProviderListProps) => (
  <ul className="panel divide-y divide-line px-5">
    {providers.map((provider) => (
      <ProviderItem key={provider.id} provider={provider} {...actions} />
    ))}
  </ul>
)

type ProviderItemProps = Omit<ProviderListProps, 'providers'> & { provider: Provider }

function ProviderItem({ provider, canManage, onEdit, onChanged }: ProviderItemProps) {
  const { id, kind, label, issuer, clientId, isForStaff, isForMembers } = provider
  const { message } = App.useApp()
  const confirm = useConfirm()
  const testMutation = useMutation({
    mutationFn: () => callAdmin(signInProviderCalls.test, { params: { id } }),
    onSuccess: ({ data }) => void (data.isReachable ? message.success(data.message) : message.error(data.message)),
    onError: (error) => void message.error(toErrorMessage(error, ADMIN_MESSAGES.loadFailed)),
  })
  const confirmRemoval = () =>
    confirm({
      title: `删除“${label}”？`,
      content: '删除后不能再用它登录。已绑定的公司账号会保留，重新添加同一提供方后可继续使用。',
      okText: '删除',
      isDangerous: true,
      async onOk() {
        try {
          message.success((await callOnce(signInProviderCalls.remove, { params: { id } }, '已删除')).message)
        } catch (error) {
          message.error(toErrorMessage(error, ADMIN_MESSAGES.saveFailed))
        }
        onChanged()
      },
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{label}</span>
          {KIND_TEXTS[kind].name !== label && <Tag>{KIND_TEXTS[kind].name}</Tag>}
          {isForMembers && <Tag>会员</Tag>}
          {isForStaff && <Tag>后台</Tag>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{issuer || clientId}</p>
      </div>
      {canManage && (
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={`检查连接：${label}`}
            loading={testMutation.isPending}
            onClick={() => testMutation.mutate(undefined)}
          >
            检查连接
          </Button>
          <Button aria-label={`编辑：${label}`} onClick={() => onEdit(provider)}>
            编辑
          </Button>
          <Button danger aria-label={`删除：${label}`} onClick={confirmRemoval}>
            删除
          </Button>
        </div>
      )}
    </li>
  )
}
