import { Alert, App, Button, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { APP_DOWNLOAD_LABELS, type AppDownload, AppDownloadUpdateSchema } from '#contracts/branding.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/messages/settings.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { useMay } from '../../session/session.ts'
import { changedFields } from './part-changes.ts'
import { resetAppDownload, updateAppDownload } from './settings-calls.ts'

type AppDownloadFormProps = { loaded: AppDownload; onDirty: (form: string, isDirty: boolean) => void }

export function AppDownloadForm({ loaded, onDirty }: AppDownloadFormProps) {
  const { message, modal } = App.useApp()
  const canEdit = useMay('branding:write')
  const [form] = Form.useForm<AppDownload>()
  const [kept, setKept] = useState(loaded)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const now: AppDownload = Form.useWatch([], form) ?? kept
  const isDirty = Object.keys(changedFields(kept, now)).length > 0
  useEffect(() => onDirty('app-download', isDirty), [isDirty, onDirty])

  async function act(send: () => Promise<{ data: AppDownload; message?: string }>, said: string) {
    setBusy(true)
    setFailure(null)
    try {
      const reply = await send()
      setKept(reply.data)
      form.setFields(Object.entries(reply.data).map(([name, value]) => ({ name: keyOf(name), value, errors: [] })))
      message.success(reply.message ?? said)
    } finally {
      setBusy(false)
    }
  }

  const save = (fields: AppDownload) =>
    act(() => updateAppDownload(fields), SETTINGS_MESSAGES.appDownloadSaved).catch((error: unknown) => {
      const errors = isReadFailure(error) ? (error.errors ?? []) : []
      form.setFields(errors.map(({ path, message: said }) => ({ name: keyOf(path), errors: [said] })))
      if (errors[0]) form.scrollToField(errors[0].path, { focus: true })
      else setFailure(failureMessage(error, SETTINGS_MESSAGES.appDownloadFailed))
    })
  const reset = () =>
    act(resetAppDownload, SETTINGS_MESSAGES.appDownloadReset).catch((error: unknown) =>
      setFailure(SETTINGS_MESSAGES.resetFailedBecause + failureMessage(error, ADMIN_MESSAGES.actionFailed)),
    )
  const ask = () =>
    modal.confirm({
      title: '重置应用下载配置？',
      content: '名称、链接和说明会被清空，网站上的下载入口随即消失。',
      okText: '重置',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: reset,
    })

  return (
    <Form
      form={form}
      name="app-download"
      layout="vertical"
      requiredMark={false}
      className="max-w-160"
      initialValues={loaded}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      {failure && <Alert className="mb-4" type="error" showIcon role="alert" title={failure} />}
      <Form.Item name="name" label={APP_DOWNLOAD_LABELS.name} extra="入口上的文字；留空时为“下载应用”。">
        <Input maxLength={TEXT.word} readOnly={!canEdit} />
      </Form.Item>
      <Form.Item
        name="downloadUrl"
        label={APP_DOWNLOAD_LABELS.downloadUrl}
        rules={[{ validator: async (_, value) => checkLink(value) }]}
      >
        <Input maxLength={TEXT.link} readOnly={!canEdit} placeholder="https://" inputMode="url" />
      </Form.Item>
      <Form.Item name="description" label={APP_DOWNLOAD_LABELS.description} extra="鼠标停在入口上时显示。">
        <Input.TextArea rows={2} maxLength={TEXT.paragraph} readOnly={!canEdit} />
      </Form.Item>
      <Form.Item name="isActive" label="在网站上显示" valuePropName="checked">
        <Switch disabled={!canEdit} checkedChildren="开" unCheckedChildren="关" />
      </Form.Item>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="primary" htmlType="submit" disabled={isBusy || !now.downloadUrl?.trim()}>
            {isBusy ? '保存中...' : '更新下载配置'}
          </Button>
          <Button disabled={isBusy} onClick={ask}>
            重置
          </Button>
          {isDirty && <span className="text-sm text-muted">有未保存的修改</span>}
        </div>
      )}
    </Form>
  )
}

const KEYS = ['name', 'downloadUrl', 'description', 'isActive'] as const
const keyOf = (name: string): (typeof KEYS)[number] => KEYS.find((key) => key === name) ?? 'downloadUrl'

/** The contract's own rule and sentence. */
function checkLink(value: unknown): void {
  const parsed = AppDownloadUpdateSchema.shape.downloadUrl.safeParse(value)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
}
