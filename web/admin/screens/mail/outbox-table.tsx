import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { MAIL_KIND_LABELS, MAIL_STATUS_LABELS, type MailStatus, type OutboxEntry } from '#contracts/mail/mail.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { EmailAddress } from '../../components/email-address.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'

type OutboxTableProps = {
  entries: readonly OutboxEntry[]
  /** The id of the email that is being retried. */
  retryingId: string | undefined
  /** Absent without write permission. */
  onRetry: ((id: string) => void) | undefined
}

const STATUS_STYLES: Record<MailStatus, { Icon: LucideIcon; className: string }> = {
  waiting: { Icon: Clock, className: 'text-muted' },
  sent: { Icon: CircleCheck, className: 'text-indigo' },
  failed: { Icon: CircleX, className: 'text-danger' },
}

export function OutboxTable({ entries, retryingId, onRetry }: OutboxTableProps) {
  const renderRetryButton = (entry: OutboxEntry) =>
    onRetry && entry.status !== 'sent' ? (
      <RowAction
        isBusy={retryingId === entry.id}
        label={`重发：${entry.subject || MAIL_KIND_LABELS[entry.kind]}`}
        onClick={() => onRetry(entry.id)}
      >
        重发
      </RowAction>
    ) : null
  const columns: readonly Column<OutboxEntry>[] = [
    {
      title: '时间',
      renderCell: ({ createdAt }) => formatMinute(createdAt),
      className: 'whitespace-nowrap tabular-nums',
    },
    { title: '邮件', renderCell: (entry) => <Subject entry={entry} /> },
    { title: '收件人', renderCell: ({ to }) => <EmailAddress address={to} /> },
    { title: '状态', renderCell: (entry) => <Status entry={entry} /> },
    { title: '操作', renderCell: renderRetryButton, isHidden: !onRetry },
  ]
  return (
    <RecordTable
      label="发件箱"
      items={entries}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(entry) => (
        <div className="flex flex-col gap-1">
          <Subject entry={entry} />
          <p className="text-sm text-muted">
            <EmailAddress address={entry.to} />
          </p>
          <Status entry={entry} />
          <p className="text-sm text-muted tabular-nums">{formatMinute(entry.createdAt)}</p>
          {renderRetryButton(entry)}
        </div>
      )}
    />
  )
}

const Subject = ({ entry }: { entry: OutboxEntry }) => (
  <>
    {entry.subject || MAIL_KIND_LABELS[entry.kind]}
    {entry.subject && <p className="text-sm text-muted">{MAIL_KIND_LABELS[entry.kind]}</p>}
  </>
)

function Status({ entry }: { entry: OutboxEntry }) {
  const { status, attempts, lastError, nextAttemptAt, sentAt } = entry
  const { Icon, className } = STATUS_STYLES[status]
  return (
    <>
      <p className={`flex items-center gap-1.5 whitespace-nowrap ${className}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {MAIL_STATUS_LABELS[status]}
        {status !== 'sent' && attempts > 0 && `，已尝试${attempts}次`}
      </p>
      {sentAt && <p className="text-sm text-muted tabular-nums">{formatMinute(sentAt)}</p>}
      {nextAttemptAt && attempts > 0 && (
        <p className="text-sm text-muted tabular-nums">下次尝试：{formatMinute(nextAttemptAt)}</p>
      )}
      {lastError && <p className="text-sm text-muted">{lastError}</p>}
    </>
  )
}
