import { App, Button, Checkbox, Drawer, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { webhookCalls } from '#contracts/outbox/calls.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENT_NAMES, TEAM_EVENTS, type TeamEventName } from '#contracts/outbox/team-events.ts'
import type { Webhook } from '#contracts/outbox/webhook.ts'
import { WEBHOOK_FORMAT_LABELS, type WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { createOnce } from '../../calls/create-once.ts'
import { clearErrorsOfChanges, showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

const FORM_ID = 'webhook'

/** What the form contains; a blank secret is not sent. */
type Values = { url: string; format: WebhookFormat; secret: string; events: TeamEventName[]; isActive: boolean }

type WebhookDrawerProps = {
  /** `null` for a new one. */
  webhook: Webhook | null
  onSaved: () => unknown
  onNewSecret: (secret: string) => void
  onClose: () => void
}

/** Adds or edits a webhook. */
export function WebhookDrawer({ webhook, onSaved, onNewSecret, onClose }: WebhookDrawerProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const format = Form.useWatch('format', form) ?? webhook?.format ?? 'json'
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(FORM_ID, { isDirty })
  const close = useConfirmBeforeClose({ isDirty, onClose })
  const [save] = useState(() => (webhook ? createUpdate(webhook) : createCreation()))
  const saveMutation = useMutation({
    mutationFn: save,
    onSuccess(saved) {
      message.success(saved.message)
      onClose()
      if (saved.secret !== null) onNewSecret(saved.secret)
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onSaved,
  })
  return (
    <Drawer open size={560} title={webhook ? '编辑Webhook' : '添加Webhook'} mask={{ closable: false }} onClose={close}>
      <Form<Values>
        name={FORM_ID}
        form={form}
        layout="vertical"
        initialValues={webhook ? { ...webhook, secret: '' } : BLANK}
        onValuesChange={(changed) => {
          clearErrorsOfChanges(form, changed)
          setIsDirty(true)
        }}
        onFinish={(values) => saveMutation.mutate(values)}
      >
        <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <Form.Item name="format" label="接收方">
          <Select options={Object.entries(WEBHOOK_FORMAT_LABELS).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="url"
          label="地址"
          extra={
            format === 'json'
              ? '收到事件的HTTPS地址；内网地址须由运维人员在 WEBHOOK_HOSTS 中列出。'
              : '在群机器人的设置中复制。'
          }
          rules={[{ required: true, whitespace: true, message: MESSAGES.url }]}
        >
          <Input maxLength={TEXT.link} inputMode="url" autoComplete="off" />
        </Form.Item>
        {format !== 'wecom' && (
          <Form.Item name="secret" label={SECRET_LABELS[format]} extra={describeSecret(format, webhook)}>
            <Input.Password
              maxLength={TEXT.line}
              autoComplete="new-password"
              placeholder={webhook?.hasSecret && webhook.format === format ? '已设置' : ''}
            />
          </Form.Item>
        )}
        <Form.Item name="events" label="事件" rules={[{ type: 'array', min: 1, message: MESSAGES.events }]}>
          <Checkbox.Group
            className="grid grid-cols-2 gap-x-5 *:min-h-11 *:items-center"
            options={TEAM_EVENT_NAMES.map((name) => ({ value: name, label: TEAM_EVENTS[name].label }))}
          />
        </Form.Item>
        {webhook && (
          <Form.Item name="isActive" label="启用" valuePropName="checked">
            <Switch checkedChildren="开" unCheckedChildren="关" />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
          {webhook ? '保存' : '添加'}
        </Button>
      </Form>
    </Drawer>
  )
}

const BLANK: Values = { url: '', format: 'json', secret: '', events: [], isActive: true }

const SECRET_LABELS: Record<Exclude<WebhookFormat, 'wecom'>, string> = {
  json: '签名密钥',
  dingtalk: '加签密钥',
  feishu: '签名校验密钥',
}

function describeSecret(format: WebhookFormat, webhook: Webhook | null): string {
  const isStored = webhook?.hasSecret === true && webhook.format === format
  if (isStored) return '加密保存，不再显示；留空则保留原密钥。'
  return format === 'json' ? '留空则生成一个，保存后显示一次。' : '机器人没有开启签名时留空；加密保存，不再显示。'
}

type Saved = { message: string; secret: string | null }

/** Returns the body of a call: a secret only if one was typed. */
const toBody = ({ url, format, events, secret }: Values) => ({
  url,
  format,
  events,
  ...(secret !== '' && format !== 'wecom' && { secret }),
})

function createCreation(): (values: Values) => Promise<Saved> {
  const create = createOnce((values: Values, idempotencyKey) =>
    callAdmin(webhookCalls.create, { body: toBody(values), idempotencyKey }),
  )
  return async (values) => {
    const { reply } = await create(values)
    // A bot's secret, or a key that was typed, is known already.
    return { message: reply.message, secret: values.secret === '' ? reply.data.secret : null }
  }
}

const createUpdate =
  ({ id, version }: Webhook): ((values: Values) => Promise<Saved>) =>
  async (values) => {
    const body = { ...toBody(values), isActive: values.isActive }
    const { message } = await callAdmin(webhookCalls.update, { params: { id }, body, version })
    return { message, secret: null }
  }
