import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { keyCalls } from '#contracts/keys/calls.ts'
import type { Key } from '#contracts/keys/key.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { SecretDialog } from '../../components/secret-dialog.tsx'
import { useCan } from '../../session/session.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyTable } from './key-table.tsx'
import { UsesDrawer } from './uses-drawer.tsx'

/** The keys for the platform: super admins make and revoke them, and see what they are used for. */
export function KeysScreen() {
  const client = useQueryClient()
  const canManage = useCan('settings:write')
  const [isCreating, setIsCreating] = useState(false)
  const [newKey, setNewKey] = useState<string>()
  const [opened, setOpened] = useState<Key>()
  const keysQuery = useQuery({ ...dataOf(queryOf(keyCalls.list)), enabled: canManage })
  const keys = keysQuery.data?.filter(({ kind }) => kind === 'platform')
  const reload = () => invalidate(client, keyCalls.list)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.keys.title}
        description={
          <>
            程序用密钥调用接口，不必登录。密钥能做的不多于其所有者当时能做的。各接口需要的权限见
            <a href={descriptionCalls.getReference.path}>接口说明</a>。
          </>
        }
        actions={
          canManage && (
            <Button type="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setIsCreating(true)}>
              新建密钥
            </Button>
          )
        }
      />
      {!canManage && <EmptyPanel>只有超级管理员可以查看与新建平台的密钥。</EmptyPanel>}
      {canManage && keysQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {keysQuery.isLoadingError && (
        <LoadError error={keysQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={keysQuery.refetch} />
      )}
      {keys?.length === 0 && (
        <EmptyPanel>还没有密钥。新建一个，让数据仓库、BI或自己的系统读取产品、线索与统计。</EmptyPanel>
      )}
      {keys && keys.length > 0 && <KeyTable keys={keys} onOpen={setOpened} onChanged={reload} />}
      {isCreating && <KeyDrawer onSaved={reload} onNewKey={setNewKey} onClose={() => setIsCreating(false)} />}
      {newKey !== undefined && (
        <SecretDialog
          name="密钥"
          hint="密钥只显示这一次。请存入密码库或程序的机密配置，不要写进代码；泄露时立即吊销。"
          secret={newKey}
          onClose={() => setNewKey(undefined)}
        />
      )}
      {opened && <UsesDrawer record={opened} onClose={() => setOpened(undefined)} />}
    </ScreenContent>
  )
}
