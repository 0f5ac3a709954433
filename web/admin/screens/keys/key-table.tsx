import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { keyCalls } from '#contracts/keys/calls.ts'
import type { Key } from '#contracts/keys/key.ts'
import { describeScope } from '#contracts/keys/scopes.ts'
import type { KeyStatus } from '#contracts/keys/statuses.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { describeKeyEnd, describeKeyUse } from '../../../shared/account/key-texts.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'

type RowProps = { onOpen: (key: Key) => void; onChanged: () => unknown }

export function KeyTable({ keys, ...props }: RowProps & { keys: readonly Key[] }) {
  const renderActions = (key: Key) => <Actions record={key} {...props} />
  const columns: readonly Column<Key>[] = [
    { title: '密钥', renderCell: (key) => <Name record={key} />, className: 'min-w-52 max-w-72' },
    { title: '权限', renderCell: describeScopes, className: 'max-w-64 text-sm', isWideOnly: true },
    { title: '状态', renderCell: (key) => <Status record={key} /> },
    { title: '操作', renderCell: renderActions },
  ]
  return (
    <RecordTable
      label="密钥"
      items={keys}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(key) => (
        <div className="flex flex-col gap-2">
          <Name record={key} />
          <p className="text-sm text-muted">{describeScopes(key)}</p>
          <Status record={key} />
          {renderActions(key)}
        </div>
      )}
    />
  )
}

const describeScopes = ({ scopes }: Key): string => scopes.map(describeScope).join('、')

const Name = ({ record: { name, prefix, owner, addresses } }: { record: Key }) => (
  <>
    <p className="font-semibold wrap-anywhere">{name}</p>
    <p className="text-sm text-muted">
      <code>{prefix}…</code>，{owner.name}
    </p>
    {addresses.length > 0 && <p className="text-sm text-muted wrap-anywhere">{`只能从${addresses.join('、')}使用`}</p>}
  </>
)

const STATUS_STYLES: Record<KeyStatus, { Icon: LucideIcon; className: string }> = {
  active: { Icon: CircleCheck, className: 'text-indigo' },
  expired: { Icon: Clock, className: 'text-muted' },
  revoked: { Icon: CircleX, className: 'text-muted' },
}

function Status({ record }: { record: Key }) {
  const { Icon, className } = STATUS_STYLES[record.status]
  return (
    <>
      <p className={`flex items-center gap-1.5 tabular-nums ${className}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {describeKeyEnd(record)}
      </p>
      <p className="text-sm text-muted tabular-nums wrap-anywhere">{describeKeyUse(record)}</p>
    </>
  )
}

function Actions({ record, onOpen, onChanged }: RowProps & { record: Key }) {
  const { id, name, status } = record
  const confirm = useConfirm()
  const revoke = useAction({
    action: () => callAdmin(keyCalls.revoke, { params: { id } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const askToRevoke = () =>
    confirm({
      title: `吊销密钥“${name}”？`,
      content: '使用它的程序立即收到401，不能恢复。',
      okText: '吊销',
      isDangerous: true,
      onOk: () => revoke.mutateAsync(),
    })
  return (
    <RowActions>
      <RowAction label={`${name}的调用次数`} onClick={() => onOpen(record)}>
        调用
      </RowAction>
      {status === 'active' && (
        <RowAction label={`吊销${name}`} isDanger isBusy={revoke.isPending} onClick={askToRevoke}>
          吊销
        </RowAction>
      )}
    </RowActions>
  )
}
