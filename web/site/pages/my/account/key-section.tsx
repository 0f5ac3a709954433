import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { keyCalls } from '#contracts/keys/calls.ts'
import type { Key } from '#contracts/keys/key.ts'
import { KEY_MESSAGES } from '#contracts/keys/messages.ts'
import { describeScope } from '#contracts/keys/scopes.ts'
import { describeKeyEnd, describeKeyUse } from '../../../../shared/account/key-texts.ts'
import { call } from '../../../../shared/call.ts'
import { createQueryOf, dataOf, invalidate } from '../../../../shared/call-query.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useSession } from '../../../session/session.ts'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'
import { KeyDialog } from './key-dialog.tsx'

/** Lists the member's keys for programs; each can be revoked. */
export function KeySection() {
  const userId = useSession().user?._id
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCreating, setIsCreating] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  const keysQuery = useQuery({ ...dataOf(createQueryOf(call)(keyCalls.list, {}, userId)), staleTime: 0 })
  const { data, error, isPending, refetch } = keysQuery
  const keys = data?.filter(({ kind }) => kind === 'own')
  const reload = () => invalidate(client, keyCalls.list)
  return (
    <AccountPanel
      title="接口密钥"
      headingRef={heading}
      aside={
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsCreating(true)}>
          新建密钥
        </Button>
      }
    >
      <p className="mt-1 text-muted">
        让自己的程序或AI助手（MCP）读取您的评估项目、选型清单与征询，不必登录，也不需要您的密码。
      </p>
      {isPending && <div className="skeleton mt-3 h-24" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      {keys && keys.length > 0 && (
        <ul className="mt-3 divide-y divide-line" aria-label="密钥">
          {keys.map((key) => (
            <KeyItem key={key.id} record={key} onRevoke={() => setRevoked(key)} />
          ))}
        </ul>
      )}
      {isCreating && <KeyDialog onSaved={reload} onClose={() => setIsCreating(false)} />}
      {revoked && (
        <RevocationDialog
          record={revoked}
          onChanged={reload}
          onRevoked={() => heading.current?.focus()}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </AccountPanel>
  )
}

function KeyItem({ record, onRevoke }: { record: Key; onRevoke: () => void }) {
  const { name, prefix, scopes, addresses, status } = record
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
      <KeyRound className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {name} <code className="text-sm text-muted">{prefix}…</code>
        </p>
        <p className="text-sm">{scopes.map(describeScope).join('、')}</p>
        {addresses.length > 0 && <p className="text-sm wrap-anywhere">{`只能从${addresses.join('、')}使用`}</p>}
        <p className="text-sm text-muted tabular-nums wrap-anywhere">
          {`${describeKeyEnd(record)}。${describeKeyUse(record)}`}
        </p>
      </div>
      {status === 'active' && (
        <Button
          variant="outline"
          className="col-start-2 justify-self-start sm:col-start-3"
          aria-haspopup="dialog"
          aria-label={`吊销密钥${name}`}
          onClick={onRevoke}
        >
          吊销
        </Button>
      )}
    </li>
  )
}

type RevocationDialogProps = { record: Key; onChanged: () => unknown; onRevoked: () => void; onClose: () => void }

function RevocationDialog({ record, onChanged, onRevoked, onClose }: RevocationDialogProps) {
  const showToast = useToast()
  const revokeMutation = useMutation({
    mutationFn: () => call(keyCalls.revoke, { params: { id: record.id } }),
    onSuccess() {
      onClose()
      onRevoked()
      showToast(KEY_MESSAGES.revoked, 'success')
    },
    onSettled: onChanged,
  })
  return (
    <ConfirmDialog
      isOpen
      title={`吊销密钥“${record.name}”？`}
      confirmLabel="吊销"
      mutation={revokeMutation}
      onClose={onClose}
    >
      使用它的程序立即不能再调用，不能恢复。
    </ConfirmDialog>
  )
}
