import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MAIL_RETENTION, MAILS_RETRIED_MAX } from '#contracts/limits.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import {
  MAIL_KIND_LABELS,
  MAIL_STATUS_LABELS,
  MAIL_STATUSES,
  type MailStatus,
  type OutboxEntry,
} from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { EmailAddress } from '../../components/email-address.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { retryFailedMails, retryMail } from './mail-calls.ts'

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

function OutboxTable({ entries, retryingId, onRetry }: OutboxTableProps) {
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

/** Sends the failed mails again, after a confirmation with their number. */
function RetryAllButton({ retryable }: { retryable: number }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const retryMutation = useAction({
    action: retryFailedMails,
    getSuccessMessage: (reply) => reply.message,
    failureMessage: MESSAGES.retryFailed,
    refetch: () => invalidate(client, mailCalls.listOutbox),
  })
  const count = Math.min(retryable, MAILS_RETRIED_MAX)
  const ask = () =>
    confirm({
      title: `重发${count}封发送失败的邮件？`,
      content:
        retryable > count
          ? `共有${retryable}封，一次最多重发${MAILS_RETRIED_MAX}封，先失败的在前。请先确认失败的原因已经解决。`
          : '请先确认失败的原因已经解决。邮件中的链接可能已经过期，收件人需要重新申请。',
      okText: `重发${count}封`,
      onOk: () => retryMutation.mutateAsync(),
    })
  return (
    <div className="flex flex-wrap items-center gap-3 pb-4">
      <Button loading={retryMutation.isPending} onClick={ask}>
        重发全部失败邮件（{retryable}）
      </Button>
      <span className="text-sm text-muted">超过{MAIL_RETENTION.contentDays}天、内容已清除的不再发送。</span>
    </div>
  )
}

/** The list is polled, since queued emails are sent in the background. */
const REFRESH_MS = 10_000

/** Lists emails by status, with a retry for one and for all failed ones. */
export function OutboxList() {
  const client = useQueryClient()
  const canRetry = useCan('mail:write')
  const filters = useFilters(ADMIN_SCREENS.mail.filters)
  const outboxQuery = useQuery({
    ...queryOf(mailCalls.listOutbox, { query: filters.queryString }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const retryMutation = useAction({
    action: retryMail,
    getSuccessMessage: (reply) => reply.message,
    failureMessage: MESSAGES.retryFailed,
    refetch: () => invalidate(client, mailCalls.listOutbox),
  })
  const { counts, retryable = 0 } = outboxQuery.data ?? {}
  const isFailedListed = ['', 'failed'].includes(filters.get('status'))

  return (
    <>
      <FilterBar label="筛选发件箱">
        <SelectFilter
          label="状态"
          options={MAIL_STATUSES.map((status) => ({
            value: status,
            label: `${MAIL_STATUS_LABELS[status]}${counts ? `（${counts[status]}）` : ''}`,
          }))}
          {...filters.getFieldProps('status')}
        />
      </FilterBar>
      <p className="pb-4 text-sm text-muted">
        没有发出的邮件会自动重试，间隔逐渐加长，约一天内最多八次；仍未成功即为发送失败，可在此重发。记录保留
        {MAIL_RETENTION.logDays}天，失败邮件的正文保留{MAIL_RETENTION.contentDays}天。
      </p>
      {canRetry && isFailedListed && retryable > 0 && <RetryAllButton retryable={retryable} />}
      <PagedList
        query={outboxQuery}
        filters={filters}
        errorMessage={MESSAGES.outboxFailed}
        emptyContent={<p>还没有邮件。邮件服务启用后，发出的每一封邮件都会记在这里。</p>}
        itemName="邮件"
        unit="封"
      >
        {(entries) => (
          <OutboxTable
            entries={entries}
            retryingId={retryMutation.isPending ? retryMutation.variables : undefined}
            onRetry={canRetry ? (id) => retryMutation.mutate(id) : undefined}
          />
        )}
      </PagedList>
    </>
  )
}
