import { Alert, App, Button } from 'antd'
import type { LoadedConfig } from './mail-calls.ts'
import { editable, type useMailForm } from './use-mail-form.ts'

const PARTS = { isActive: '启用状态', smtpConfig: 'SMTP', recipients: '收件人', templates: '模板' } as const

/** The parts of the settings in which two differ, as the screen calls them. */
function differingParts(one: LoadedConfig, other: LoadedConfig): string {
  const [mine, theirs] = [editable(one), editable(other)]
  const keys = ['isActive', 'smtpConfig', 'recipients', 'templates'] as const
  return keys
    .filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]))
    .map((key) => PARTS[key])
    .join('、')
}

type NewerSettingsProps = { mail: ReturnType<typeof useMailForm>; newer: LoadedConfig }

/** Somebody else saved meanwhile: what is typed here stays, till one of the two is chosen. */
export function NewerSettings({ mail, newer }: NewerSettingsProps) {
  const { modal } = App.useApp()
  const parts = differingParts(mail.loaded, newer)
  return (
    <Alert
      className="mb-4"
      type="warning"
      showIcon
      role="status"
      title={`其他管理员刚刚修改了：${parts || '测试结果'}。您填写的内容仍保留在此。`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() =>
              modal.confirm({
                title: '用您的内容覆盖',
                content: `其他管理员对${parts || '邮件设置'}的修改将被您当前的内容替换。`,
                okText: '覆盖',
                okButtonProps: { danger: true },
                cancelText: '取消',
                onOk: () => mail.save(newer.revision),
              })
            }
          >
            用我的内容覆盖
          </Button>
          <Button
            onClick={() =>
              modal.confirm({
                title: '载入最新设置',
                content: '您尚未保存的修改将被放弃。',
                okText: '放弃修改并载入',
                okButtonProps: { danger: true },
                cancelText: '取消',
                onOk: () => mail.fill(newer),
              })
            }
          >
            载入最新设置
          </Button>
        </div>
      }
    />
  )
}
