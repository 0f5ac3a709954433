import { Form, Input, Switch } from 'antd'
import { SMTP, TEXT } from '#contracts/limits.ts'
import { useSiteName } from '../../calls/site-name.ts'
import { explainLostPassword, type MailValues } from './mail-values.ts'

/** The fields of the mail server and the sender. */
export function ServerFields({ loaded }: { loaded: MailValues['smtpConfig'] }) {
  const siteName = useSiteName()
  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <section className="panel mb-5 px-5 py-5">
        <h2 className="pb-4 text-lg">SMTP服务器</h2>
        <Form.Item
          label="服务器地址"
          name={['smtpConfig', 'host']}
          extra="例如 smtp.example.com。内网服务器须由运维在 MAIL_HOSTS 中列出。"
        >
          <Input maxLength={TEXT.line} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          label="端口"
          name={['smtpConfig', 'port']}
          extra={`可用 25、465、587、2525；不是数字时按 ${SMTP.port} 处理。`}
        >
          <Input className="max-w-40" inputMode="numeric" maxLength={5} autoComplete="off" />
        </Form.Item>
        <Form.Item
          label="连接时即加密（TLS）"
          name={['smtpConfig', 'secure']}
          valuePropName="checked"
          extra="一般用于465。关闭时，服务器支持即自动改用加密连接（STARTTLS）；密码只经加密连接发送，MAIL_HOSTS 中的服务器除外。"
        >
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <Form.Item label="用户名" name={['smtpConfig', 'username']} extra="服务器不需要登录时留空。">
          <Input maxLength={TEXT.line} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <PasswordField loaded={loaded} />
      </section>
      <section className="panel mb-5 self-start px-5 py-5">
        <h2 className="pb-4 text-lg">发件人</h2>
        <Form.Item label="发件人名称" name={['smtpConfig', 'fromName']} extra="留空则使用网站名称。">
          <Input maxLength={TEXT.word} autoComplete="off" placeholder={siteName} />
        </Form.Item>
        <Form.Item
          label="发件地址"
          name={['smtpConfig', 'fromEmail']}
          extra="测试邮件也发到这个地址。请在该域名的SPF记录中列入邮件服务器，以免被当作垃圾邮件。"
        >
          <Input inputMode="email" maxLength={254} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </section>
    </div>
  )
}

/** The password field; for another server, the stored password has to be entered again. */
function PasswordField({ loaded }: { loaded: MailValues['smtpConfig'] }) {
  const smtpConfig = Form.useWatch<MailValues['smtpConfig'] | undefined>('smtpConfig')
  const isNeeded = smtpConfig !== undefined && smtpConfig.username !== ''
  const reason = isNeeded ? explainLostPassword({ ...loaded, ...smtpConfig }, loaded) : undefined
  const hint = loaded.passwordSet ? '已加密保存，不再显示；留空则保留原密码。' : '加密保存，保存后不再显示。'
  return (
    <Form.Item label="密码" name={['smtpConfig', 'password']} extra={reason ? `${reason}。` : hint}>
      <Input.Password
        maxLength={TEXT.line}
        autoComplete="new-password"
        placeholder={loaded.passwordSet && !reason ? '已设置' : ''}
      />
    </Form.Item>
  )
}
