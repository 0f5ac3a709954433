import { App } from 'antd'
import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { webhookCalls } from '#contracts/outbox/calls.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import type { Webhook } from '#contracts/outbox/webhook.ts'
import { WEBHOOK_FORMAT_LABELS } from '#contracts/outbox/webhook-formats.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { createUuid } from '../../../shared/random-id.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'

type RowProps = {
  onEdit: (webhook: Webhook) => void
  /** Opens the deliveries. */
  onOpen: (webhook: Webhook) => void
  onChanged: () => unknown
  onNewSecret: (secret: string) => void
}

export function WebhookTable({ webhooks, ...props }: RowProps & { webhooks: readonly Webhook[] }) {
  const renderActions = (webhook: Webhook) => <Actions webhook={webhook} {...props} />
  const columns: readonly Column<Webhook>[] = [
    { title: '接收方', renderCell: (webhook) => <Target webhook={webhook} />, className: 'min-w-56 max-w-80' },
    { title: '事件', renderCell: describeEvents, className: 'max-w-52 text-sm', isWideOnly: true },
    { title: '状态', renderCell: (webhook) => <Status webhook={webhook} /> },
    { title: '操作', renderCell: renderActions },
  ]
  return (
    <RecordTable
      label="Webhook"
      items={webhooks}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(webhook) => (
        <div className="flex flex-col gap-2">
          <Target webhook={webhook} />
          <p className="text-sm text-muted">{describeEvents(webhook)}</p>
          <Status webhook={webhook} />
          {renderActions(webhook)}
        </div>
      )}
    />
  )
}

const describeEvents = ({ events }: Webhook): string => events.map((name) => TEAM_EVENTS[name].label).join('、')

/** Names a webhook by its host: the rest of the URL may contain the token of a bot. */
export const getHost = ({ url }: Pick<Webhook, 'url'>): string => URL.parse(url)?.host ?? '地址无法解密'

/** The characters at the end of a URL by which those with the same host are told apart. */
const ENDING_LENGTH = 4

const Target = ({ webhook }: { webhook: Webhook }) => (
  <>
    <p className="font-semibold wrap-anywhere">{getHost(webhook)}</p>
    <p className="text-sm text-muted">
      {`${WEBHOOK_FORMAT_LABELS[webhook.format]}，地址尾号${webhook.url.slice(-ENDING_LENGTH)}`}
    </p>
  </>
)

function Status({ webhook }: { webhook: Webhook }) {
  const { isActive, failingSince, switchedOffAt, counts } = webhook
  const { Icon, className, text } = describeStatus({ isActive, failingSince, switchedOffAt })
  return (
    <>
      <p className={`flex items-center gap-1.5 ${className}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {text}
      </p>
      <p className="text-sm text-muted tabular-nums">
        {`送达${counts.delivered}，待送达${counts.waiting}，未送达${counts.failed}`}
      </p>
    </>
  )
}

function describeStatus({
  isActive,
  failingSince,
  switchedOffAt,
}: Pick<Webhook, 'isActive' | 'failingSince' | 'switchedOffAt'>) {
  if (switchedOffAt !== null)
    return { Icon: CircleAlert, className: 'text-danger', text: `${formatMinute(switchedOffAt)}自动停用` }
  if (!isActive) return { Icon: CirclePause, className: 'text-muted', text: '已停用' }
  return failingSince === null
    ? { Icon: CircleCheck, className: 'text-indigo', text: '正常' }
    : { Icon: CircleAlert, className: 'text-danger', text: `自${formatMinute(failingSince)}起没有送达` }
}

function Actions({ webhook, onEdit, onOpen, onChanged, onNewSecret }: RowProps & { webhook: Webhook }) {
  const { id, format } = webhook
  const host = getHost(webhook)
  const params = { id }
  const { message } = App.useApp()
  const confirm = useConfirm()
  const test = useMutation({
    mutationFn: () => callAdmin(webhookCalls.test, { params }),
    onSuccess({ data }) {
      if (data.isDelivered) message.success(MESSAGES.tested)
      else message.error(`${MESSAGES.notTested}：${data.message}`)
    },
    onError: (error) => void message.error(describeActionError(error, MESSAGES.notTested)),
  })
  const replaceSecret = useAction({
    action: () => callAdmin(webhookCalls.replaceSecret, { params, idempotencyKey: createUuid() }),
    getSuccessMessage({ data, message: text }) {
      if (data.secret !== null) onNewSecret(data.secret)
      return text
    },
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const remove = useAction({
    action: () => callAdmin(webhookCalls.remove, { params }),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const askToReplace = () =>
    confirm({
      title: `更换${host}的签名密钥？`,
      content: '24小时内同时以新旧两个密钥签名，请在此期间换上新的。',
      okText: '更换',
      onOk: () => replaceSecret.mutateAsync(),
    })
  const askToRemove = () =>
    confirm({
      title: `删除到${host}的Webhook？`,
      content: '还没有送达的事件不再发送，投递记录一并删除。',
      okText: '删除',
      isDangerous: true,
      onOk: () => remove.mutateAsync(),
    })
  return (
    <RowActions>
      <RowAction label={`${host}的投递记录`} onClick={() => onOpen(webhook)}>
        记录
      </RowAction>
      <RowAction label={`测试${host}`} isBusy={test.isPending} onClick={() => test.mutate()}>
        测试
      </RowAction>
      <RowAction label={`编辑${host}`} onClick={() => onEdit(webhook)}>
        编辑
      </RowAction>
      {format === 'json' && (
        <RowAction label={`更换${host}的密钥`} isBusy={replaceSecret.isPending} onClick={askToReplace}>
          更换密钥
        </RowAction>
      )}
      <RowAction label={`删除${host}`} isDanger isBusy={remove.isPending} onClick={askToRemove}>
        删除
      </RowAction>
    </RowActions>
  )
}
