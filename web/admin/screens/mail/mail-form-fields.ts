/** The fields of the mail settings, which also label the differences between two versions. */
import { SMTP, TEXT } from '#contracts/limits.ts'
import type { Recipient } from '#contracts/mail/mail.ts'
import { TEMPLATE_LABELS, TEMPLATE_NAMES, type Template } from '#contracts/mail/templates.ts'
import type { DocumentForm, FieldsByKey } from '../../editors/form/form-types.ts'
import type { MailValues } from './mail-values.ts'

export const SERVICE_FIELDS = {
  isActive: { key: 'isActive', label: '启用邮件服务', kind: 'switch' },
} as const satisfies FieldsByKey<Pick<MailValues, 'isActive'>>

export const SERVER_FIELDS = {
  host: {
    key: 'host',
    label: '服务器地址',
    kind: 'text',
    maxLength: TEXT.line,
    hint: '例如 smtp.example.com。内网服务器须由运维在 MAIL_HOSTS 中列出。',
  },
  port: {
    key: 'port',
    label: '端口',
    kind: 'text',
    hint: `可用25、465、587、2525；不是数字时按${SMTP.port}处理。`,
  },
  secure: {
    key: 'secure',
    label: '连接时即加密（TLS）',
    kind: 'switch',
    hint: '一般用于465。关闭时，服务器支持即自动改用加密连接（STARTTLS）；密码只经加密连接发送，MAIL_HOSTS 中的服务器除外。',
  },
  username: {
    key: 'username',
    label: '用户名',
    kind: 'text',
    maxLength: TEXT.line,
    hint: '服务器不需要登录时留空。',
  },
  password: { key: 'password', label: '密码', kind: 'text' },
  passwordSet: { key: 'passwordSet', label: '已设置密码', kind: 'switch' },
  fromName: {
    key: 'fromName',
    label: '发件人名称',
    kind: 'text',
    maxLength: TEXT.word,
    hint: '留空则使用网站名称。',
  },
  fromEmail: {
    key: 'fromEmail',
    label: '发件地址',
    kind: 'text',
    inputMode: 'email',
    maxLength: 254,
    hint: '测试邮件也发到这个地址。请在该域名的SPF记录中列入邮件服务器，以免被当作垃圾邮件。',
  },
} as const satisfies FieldsByKey<MailValues['smtpConfig']>

export const RECIPIENT_FIELDS = {
  name: { key: 'name', label: '姓名', kind: 'text', maxLength: TEXT.word },
  email: { key: 'email', label: '邮箱', kind: 'text', inputMode: 'email', maxLength: 254 },
  department: { key: 'department', label: '部门', kind: 'text', maxLength: TEXT.word },
  isActive: { key: 'isActive', label: '接收通知', kind: 'switch' },
} as const satisfies FieldsByKey<Recipient>

const createRecipientList = <Key extends keyof MailValues['recipients']>(key: Key, label: string, hint: string) => ({
  key,
  label,
  hint,
  kind: 'list' as const,
  noun: `${label}收件人`,
  titleKeys: ['name', 'email'],
  createItem: () => ({}),
  fields: Object.values(RECIPIENT_FIELDS),
})

export const RECIPIENT_LISTS = {
  consultation: createRecipientList('consultation', '咨询通知', '有人提交选型咨询或评估申请时，给他们发邮件。'),
  submission: createRecipientList('submission', '提交通知', '有厂商提交产品时，给他们发邮件。'),
} satisfies FieldsByKey<MailValues['recipients']>

export const TEMPLATE_FIELDS = {
  subject: { key: 'subject', label: '主题', kind: 'text', maxLength: TEXT.line },
  htmlTemplate: { key: 'htmlTemplate', label: 'HTML正文', kind: 'paragraph', hint: '变量的值会自动转义。' },
} as const satisfies FieldsByKey<Template>

export const MAIL_FORM: DocumentForm = {
  sections: [
    { label: '邮件服务', path: '', fields: Object.values(SERVICE_FIELDS) },
    { label: 'SMTP', path: 'smtpConfig', fields: Object.values(SERVER_FIELDS) },
    { label: '收件人', path: 'recipients', fields: Object.values(RECIPIENT_LISTS) },
    ...TEMPLATE_NAMES.map((name) => ({
      label: TEMPLATE_LABELS[name],
      path: `templates.${name}`,
      fields: Object.values(TEMPLATE_FIELDS),
    })),
  ],
}
