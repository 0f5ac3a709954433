import type { StoredEmailConfig } from '#contracts/mail/mail.ts'
import { TEMPLATE_LABELS, TEMPLATE_NAMES } from '#contracts/mail/templates.ts'

/** Returns the changed parts of the settings for the audit log, without secrets or addresses of people. */
export function describeConfigChanges(before: StoredEmailConfig, after: StoredEmailConfig): string[] {
  const changes: string[] = []
  if (before.isActive !== after.isActive) changes.push(after.isActive ? '启用邮件服务' : '停用邮件服务')
  const { host, port, secure } = after.smtpConfig
  const getServer = ({ smtpConfig }: StoredEmailConfig) => [smtpConfig.host, smtpConfig.port, smtpConfig.secure]
  if (!isEqual(getServer(before), getServer(after)))
    changes.push(`服务器：${host || '无'}:${port}${secure ? '（TLS）' : ''}`)
  if (before.smtpConfig.username !== after.smtpConfig.username) changes.push('用户名')
  const getSender = ({ smtpConfig }: StoredEmailConfig) => [smtpConfig.fromName, smtpConfig.fromEmail]
  if (!isEqual(getSender(before), getSender(after))) changes.push('发件人')
  for (const [list, name] of [
    ['consultation', '咨询'],
    ['submission', '提交'],
  ] as const)
    if (!isEqual(before.recipients[list], after.recipients[list]))
      changes.push(`${name}收件人：${after.recipients[list].length}人`)
  const templates = TEMPLATE_NAMES.filter((name) => !isEqual(before.templates[name], after.templates[name]))
  if (templates.length > 0) changes.push(`模板：${templates.map((name) => TEMPLATE_LABELS[name]).join('、')}`)
  return changes
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
