/** Labels the fields of the mail settings for the comparison of two versions. */
import { TEMPLATE_LABELS, TEMPLATE_NAMES } from '#contracts/mail/templates.ts'
import type { DescribeDifference } from '../../../shared/versioned/use-conflict-resolution.ts'
import { createDescriber } from '../../editors/form/describe-difference.ts'
import type { DocumentForm, ListField } from '../../editors/form/form-types.ts'

const recipients = (key: 'consultation' | 'submission', label: string): ListField => ({
  key,
  label,
  kind: 'list',
  noun: `${label}收件人`,
  titleKeys: ['name', 'email'],
  initialItem: () => ({}),
  fields: [
    { key: 'name', label: '姓名', kind: 'text' },
    { key: 'email', label: '邮箱', kind: 'text' },
    { key: 'department', label: '部门', kind: 'text' },
    { key: 'isActive', label: '接收通知', kind: 'switch' },
  ],
})

export const MAIL_PLACES: DocumentForm = {
  sections: [
    { label: '邮件服务', path: '', fields: [{ key: 'isActive', label: '启用', kind: 'switch' }] },
    {
      label: 'SMTP',
      path: 'smtpConfig',
      fields: [
        { key: 'host', label: '服务器地址', kind: 'text' },
        { key: 'port', label: '端口', kind: 'text' },
        { key: 'secure', label: '连接时即加密（TLS）', kind: 'switch' },
        { key: 'username', label: '用户名', kind: 'text' },
        { key: 'passwordSet', label: '已设置密码', kind: 'switch' },
        { key: 'fromName', label: '发件人名称', kind: 'text' },
        { key: 'fromEmail', label: '发件地址', kind: 'text' },
      ],
    },
    {
      label: '收件人',
      path: 'recipients',
      fields: [recipients('consultation', '咨询通知'), recipients('submission', '提交通知')],
    },
    ...TEMPLATE_NAMES.map((name) => ({
      label: TEMPLATE_LABELS[name],
      path: `templates.${name}`,
      fields: [
        { key: 'subject', label: '主题', kind: 'text' } as const,
        { key: 'htmlTemplate', label: 'HTML正文', kind: 'paragraph' } as const,
      ],
    })),
  ],
}

/** Describes the differences between two versions of the settings. Passwords are hidden, and kept as typed. */
export const describeMail: DescribeDifference = (difference) =>
  difference.path === 'smtpConfig.password' ? undefined : createDescriber(MAIL_PLACES)(difference)
