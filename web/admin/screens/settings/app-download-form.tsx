import { Alert, App, Button, Form, Input, Switch } from 'antd'
import { useEffect } from 'react'
import { APP_DOWNLOAD_LABELS, AppDownloadUpdateSchema } from '#contracts/branding.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/messages/settings.ts'
import { failureMessage, serversWords } from '../../../shared/read-failure.ts'
import { useMay } from '../../session/session.ts'
import { Overtaken } from './overtaken.tsx'
import { readAppDownload, resetAppDownload, updateAppDownload } from './settings-calls.ts'
import { type Revised, useRevisedForm } from './use-revised-form.ts'

type AppDownloadFormProps = { loaded: Revised; onDirty: (form: string, isDirty: boolean) => void }

export function AppDownloadForm({ loaded, onDirty }: AppDownloadFormProps) {
  const { modal } = App.useApp()
  const canEdit = useMay('branding:write')
  const { form, initialValues, isDirty, isSaving, failure, theirs, note, save, perform, giveUp } = useRevisedForm({
    labels: APP_DOWNLOAD_LABELS,
    first: loaded,
    readNewest: readAppDownload,
    save: (edited, { values, revision }) => updateAppDownload({ ...values, ...edited }, revision),
    failed: (error) => serversWords(error) ?? SETTINGS_MESSAGES.appDownloadFailed,
  })
  const link = Form.useWatch<unknown>('downloadUrl', form) ?? initialValues.downloadUrl
  useEffect(() => onDirty('app-download', isDirty), [isDirty, onDirty])

  const reset = () =>
    perform(
      ({ revision }) => resetAppDownload(revision),
      (error) => SETTINGS_MESSAGES.resetFailedBecause + failureMessage(error, ADMIN_MESSAGES.actionFailed),
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
      initialValues={initialValues}
      onValuesChange={note}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      {failure && <Alert className="mb-4" type="error" showIcon role="alert" title={failure} />}
      {theirs.length > 0 && <Overtaken changes={theirs} />}
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
          <Button type="primary" htmlType="submit" disabled={isSaving || !String(link).trim()}>
            {isSaving ? '保存中...' : '更新下载配置'}
          </Button>
          <Button disabled={isSaving} onClick={ask}>
            重置
          </Button>
          {isDirty && (
            <>
              <Button disabled={isSaving} onClick={giveUp}>
                放弃修改
              </Button>
              <span className="text-sm text-muted">有未保存的修改</span>
            </>
          )}
        </div>
      )}
    </Form>
  )
}

/** The contract's own rule and sentence. */
function checkLink(value: unknown): void {
  const parsed = AppDownloadUpdateSchema.shape.downloadUrl.safeParse(value)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message)
}
