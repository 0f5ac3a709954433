import { type EmailConfigInput, TEMPLATE_LABELS, TEMPLATE_NAMES } from '#contracts/mail/mail.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the audit says of a save: which parts changed, and never a secret or a person's address. */
export function configChanges(before: EmailConfigInput, after: EmailConfigInput): string[] {
  const changes: string[] = []
  if (before.isActive !== after.isActive) changes.push(after.isActive ? '启用邮件服务' : '停用邮件服务')
  const { host, port, secure } = after.smtpConfig
  const server = ({ smtpConfig }: EmailConfigInput) => [smtpConfig.host, smtpConfig.port, smtpConfig.secure]
  if (!isSame(server(before), server(after))) changes.push(`服务器：${host || '无'}:${port}${secure ? '（TLS）' : ''}`)
  if (before.smtpConfig.username !== after.smtpConfig.username) changes.push('用户名')
  const sender = ({ smtpConfig }: EmailConfigInput) => [smtpConfig.fromName, smtpConfig.fromEmail]
  if (!isSame(sender(before), sender(after))) changes.push('发件人')
  for (const [list, name] of [
    ['consultation', '咨询'],
    ['submission', '提交'],
  ] as const)
    if (!isSame(before.recipients[list], after.recipients[list]))
      changes.push(`${name}收件人：${after.recipients[list].length}人`)
  const templates = TEMPLATE_NAMES.filter((name) => !isSame(before.templates[name], after.templates[name]))
  if (templates.length > 0) changes.push(`模板：${templates.map((name) => TEMPLATE_LABELS[name]).join('、')}`)
  return changes
}
