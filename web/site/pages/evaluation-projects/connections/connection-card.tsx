import { CircleAlert, CircleCheck, CircleDashed, Plug } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Connection, LastProbe } from '#contracts/agents/connection.ts'
import { AGENT_KIND_TABLE } from '#contracts/agents/kinds.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { formatFigures } from './answer-figures.ts'
import { useReloadConnections } from './connection-queries.ts'
import { CONNECTION_STATUS_LABELS, type ConnectionStatus, getConnectionStatus } from './connection-status.ts'
import type { ConnectionTarget } from './connection-target.ts'

type ConnectionCardProps = {
  target: ConnectionTarget
  connection: Connection | undefined
  canChange: boolean
  onEdit: () => void
  /** What else is said of it. */
  children?: ReactNode
}

/** A candidate or the judge model with its connection: how it stands, and the last answer. */
export function ConnectionCard({ target, connection, canChange, onEdit, children }: ConnectionCardProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <article
      aria-label={`连接：${target.name}`}
      className="flex h-full min-w-0 flex-col rounded-xl border border-line p-4"
    >
      <h3 className="font-semibold break-words">{target.name}</h3>
      <StatusLine status={getConnectionStatus(connection)} />
      {connection && (
        <p className="mt-1 text-sm break-all text-muted">
          {AGENT_KIND_TABLE[connection.kind].label}，{URL.parse(connection.url)?.host}
        </p>
      )}
      {connection?.lastProbe && <LastAnswer probe={connection.lastProbe} />}
      {children}
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        {canChange && (
          <Button
            variant={connection ? 'outline' : 'secondary'}
            className="px-4 text-sm"
            aria-label={`${connection ? '修改与试一次' : '连接'}：${target.name}`}
            onClick={onEdit}
          >
            {connection ? '修改与试一次' : '连接'}
          </Button>
        )}
        {connection && (
          <Button
            variant="outline"
            className="px-4 text-sm"
            aria-label={`删除连接：${target.name}`}
            onClick={() => setIsRemoving(true)}
          >
            删除
          </Button>
        )}
      </div>
      <RemoveDialog target={target} isOpen={isRemoving} onClose={() => setIsRemoving(false)} />
    </article>
  )
}

const STATUS_ICONS: Record<ConnectionStatus, { Icon: ComponentType<{ className: string }>; className: string }> = {
  none: { Icon: Plug, className: 'text-muted' },
  untried: { Icon: CircleDashed, className: 'text-muted' },
  changed: { Icon: CircleDashed, className: 'text-muted' },
  works: { Icon: CircleCheck, className: 'text-indigo' },
  fails: { Icon: CircleAlert, className: 'text-danger' },
}

function StatusLine({ status }: { status: ConnectionStatus }) {
  const { Icon, className } = STATUS_ICONS[status]
  return (
    <p className={`mt-1 flex items-center gap-1.5 text-sm ${className}`}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span>{CONNECTION_STATUS_LABELS[status]}</span>
    </p>
  )
}

const LastAnswer = ({ probe }: { probe: LastProbe }) => (
  <div className="mt-3 border-t border-line pt-3 text-sm">
    <p className="line-clamp-1 break-words text-muted">问：{probe.message}</p>
    <p className="mt-1 line-clamp-3 break-words">{probe.answer ? probe.answer.reply : probe.error}</p>
    <p className="mt-1 text-muted tabular-nums">
      {joinWithDots([formatMinute(probe.at), ...(probe.answer ? formatFigures(probe.answer) : [])])}
    </p>
  </div>
)

type RemoveDialogProps = { target: ConnectionTarget; isOpen: boolean; onClose: () => void }

function RemoveDialog({ target, isOpen, onClose }: RemoveDialogProps) {
  const showToast = useToast()
  const reload = useReloadConnections()
  const removeMutation = useMutation({
    mutationFn: target.remove,
    onSuccess(message) {
      if (message) showToast(message, 'success')
      onClose()
    },
    onSettled: reload,
  })
  return (
    <ConfirmDialog isOpen={isOpen} title="删除连接" confirmLabel="删除连接" mutation={removeMutation} onClose={onClose}>
      “{target.name}”的地址、密钥与最近一次的回复都会删除，不能恢复。
    </ConfirmDialog>
  )
}
