import { Form, Input, Switch } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { useSiteName } from '../../calls/site-settings.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { SERVER_FIELDS } from './mail-form-fields.ts'
import { explainLostPassword, type MailValues } from './mail-values.ts'

const PATH = ['smtpConfig']

/** The fields of the mail server and the sender. */
export function ServerFields({ savedSmtpConfig }: { savedSmtpConfig: MailValues['smtpConfig'] }) {
  const siteName = useSiteName()
  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <section className="panel mb-5 px-5 py-5">
        <h2 className="pb-4 text-lg">SMTP服务器</h2>
        <FormField field={SERVER_FIELDS.host} path={PATH} />
        <FormField field={SERVER_FIELDS.port} path={PATH}>
          <Input className="max-w-40" inputMode="numeric" maxLength={5} autoComplete="off" />
        </FormField>
        <FormField field={SERVER_FIELDS.secure} path={PATH}>
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </FormField>
        <FormField field={SERVER_FIELDS.username} path={PATH} />
        <PasswordField savedSmtpConfig={savedSmtpConfig} />
      </section>
      <section className="panel mb-5 self-start px-5 py-5">
        <h2 className="pb-4 text-lg">发件人</h2>
        <FormField field={SERVER_FIELDS.fromName} path={PATH}>
          <Input maxLength={SERVER_FIELDS.fromName.maxLength} autoComplete="off" placeholder={siteName} />
        </FormField>
        <FormField field={SERVER_FIELDS.fromEmail} path={PATH} />
      </section>
    </div>
  )
}

/** The password field. Says if the stored password has to be entered again, for example for another server. */
function PasswordField({ savedSmtpConfig }: { savedSmtpConfig: MailValues['smtpConfig'] }) {
  const smtpConfig = Form.useWatch<MailValues['smtpConfig'] | undefined>('smtpConfig')
  const needsPassword = smtpConfig !== undefined && smtpConfig.username !== ''
  const reason = needsPassword ? explainLostPassword({ ...savedSmtpConfig, ...smtpConfig }, savedSmtpConfig) : undefined
  const hint = savedSmtpConfig.passwordSet ? '已加密保存，不再显示；留空则保留原密码。' : '加密保存，保存后不再显示。'
  return (
    <FormField field={SERVER_FIELDS.password} path={PATH} extra={reason ? `${reason}。` : hint}>
      <Input.Password
        maxLength={TEXT.line}
        autoComplete="new-password"
        placeholder={savedSmtpConfig.passwordSet && !reason ? '已设置' : ''}
      />
    </FormField>
  )
}
