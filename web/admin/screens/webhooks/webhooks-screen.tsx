import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { webhookCalls } from '#contracts/outbox/calls.ts'
import type { Webhook } from '#contracts/outbox/webhook.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { SecretDialog } from '../../components/secret-dialog.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useCan } from '../../session/session.ts'
import { DeliveriesDrawer } from './deliveries-drawer.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** The webhooks: super admins add, edit and test them, and see what was delivered. */
export function WebhooksScreen() {
  const client = useQueryClient()
  const canManage = useCan('settings:write')
  const { query, change } = usePageQuery(ADMIN_SCREENS.webhooks.parameters)
  /** The webhook that is edited; `null` for a new one. */
  const [edited, setEdited] = useState<Webhook | null>()
  const [secret, setSecret] = useState<string>()
  const webhooksQuery = useQuery({ ...dataOf(queryOf(webhookCalls.list)), enabled: canManage })
  const reload = () => invalidate(client, webhookCalls.list, webhookCalls.listDeliveries)
  const opened = webhooksQuery.data?.find(({ id }) => id === query.webhook)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.webhooks.title}
        description="平台上发生的事件，送到自己的程序或工作群。没有送达的自动重试一天；一整天都不成功的会停用。"
        actions={
          canManage && (
            <Button type="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setEdited(null)}>
              添加Webhook
            </Button>
          )
        }
      />
      {!canManage && <EmptyPanel>Webhook的地址中可能含有密钥，只有超级管理员可以查看。</EmptyPanel>}
      {canManage && webhooksQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {webhooksQuery.isLoadingError && (
        <LoadError error={webhooksQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={webhooksQuery.refetch} />
      )}
      {webhooksQuery.data?.length === 0 && (
        <EmptyPanel>还没有Webhook。添加企业微信、钉钉、飞书的群机器人，或自己程序的地址，选择要收到的事件。</EmptyPanel>
      )}
      {webhooksQuery.data && webhooksQuery.data.length > 0 && (
        <WebhookTable
          webhooks={webhooksQuery.data}
          onEdit={setEdited}
          onOpen={({ id }) => change({ webhook: id })}
          onChanged={reload}
          onNewSecret={setSecret}
        />
      )}
      {edited !== undefined && (
        <WebhookDrawer webhook={edited} onSaved={reload} onNewSecret={setSecret} onClose={() => setEdited(undefined)} />
      )}
      {opened && <DeliveriesDrawer webhook={opened} onChanged={reload} onClose={() => change({ webhook: '' })} />}
      {secret !== undefined && (
        <SecretDialog
          name="签名密钥"
          hint="用Standard Webhooks的程序库与这个密钥核对每次请求的 webhook-signature。密钥只显示这一次，丢失后可以更换。"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </ScreenContent>
  )
}
