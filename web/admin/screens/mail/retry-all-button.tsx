import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { MAIL_RETENTION, MAILS_RETRIED_MAX } from '#contracts/limits.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { OUTBOX_KEY, retryFailedMails } from './mail-calls.ts'

/** Sends the failed mails again, after a confirmation with their number. */
export function RetryAllButton({ retryable }: { retryable: number }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const retryMutation = useAction({
    action: retryFailedMails,
    getSuccessMessage: (reply) => reply.message,
    failureMessage: MESSAGES.retryFailed,
    refetch: () => client.invalidateQueries({ queryKey: OUTBOX_KEY }),
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
