/** The settings forms as data: the kind of input and the hint of each field. */

import { MINUTE_MS } from '#contracts/durations.ts'
import { LOGIN_ATTEMPTS, PASSWORD, TEXT } from '#contracts/limits.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { LEGAL_PLACEHOLDERS } from '#contracts/settings/default-legal-texts.ts'
import { SETTING_LABELS, type Settings, type SettingsPart } from '#contracts/settings/settings.ts'
import type { Field } from '../../editors/form/form-types.ts'

type InputKind =
  | { kind: 'text'; maxLength: number; inputMode?: 'email' | 'tel' }
  | { kind: 'switch' }
  | { kind: 'number'; unit: string }
  | { kind: 'file-types' }
  | { kind: 'rich-text' }
export type SettingField = InputKind & { key: string; label: string; hint: string }
type FieldOfPart<Part extends SettingsPart> = InputKind & { key: keyof Settings[Part]; hint: string }

const MAIL_REQUIRED = '邮件服务未启用时不生效。'

const FIELDS: { [Part in SettingsPart]: readonly FieldOfPart<Part>[] } = {
  general: [
    {
      key: 'siteName',
      kind: 'text',
      maxLength: TEXT.word,
      hint: '显示在网站的页头、页脚、标题、订阅源、邮件和接口说明中。',
    },
    {
      key: 'siteDescription',
      kind: 'text',
      maxLength: TEXT.line,
      hint: '一句话说明网站是什么，显示在页脚和评估报告中。',
    },
    { key: 'contactEmail', kind: 'text', inputMode: 'email', maxLength: 254, hint: '显示在页脚；留空则不显示。' },
    { key: 'contactPhone', kind: 'text', inputMode: 'tel', maxLength: TEXT.line, hint: '显示在页脚；留空则不显示。' },
  ],
  security: [
    { key: 'enableRegistration', kind: 'switch', hint: '关闭后网站不再提供注册，已有账号不受影响。' },
    {
      key: 'requireEmailVerification',
      kind: 'switch',
      hint: `新注册的账号先验证邮箱，才能登录；注册时也不会透露邮箱是否已有账号。${MAIL_REQUIRED}`,
    },
    {
      key: 'enableTwoFactor',
      kind: 'switch',
      hint: '能进入后台的人，须用密码和验证码两步登录，或用通行密钥。请先为自己开启。',
    },
    {
      key: 'sessionTimeout',
      kind: 'number',
      unit: '分钟',
      hint: '5至43200分钟（30天）。超过这段时间没有活动，登录即失效；从下一次登录或续期起生效。',
    },
    {
      key: 'sessionMaxDays',
      kind: 'number',
      unit: '天',
      hint: '1至365天。无论是否活动，登录满这个天数后须重新登录；从下一次登录或续期起生效。',
    },
    {
      key: 'maxLoginAttempts',
      kind: 'number',
      unit: '次',
      hint: `1至100次。${LOGIN_ATTEMPTS.windowMs / MINUTE_MS}分钟内从同一地址连续输错达到此次数后，每次须等待更久（${LOGIN_ATTEMPTS.firstWaitMs / 1_000}秒起）。登录过的设备单独计数，不受他人影响。`,
    },
    {
      key: 'passwordMinLength',
      kind: 'number',
      unit: '位',
      hint: `${PASSWORD.min}至64位，建议${PASSWORD.recommendedMin}位以上；从下一次设置密码起生效。常见密码、姓名、邮箱和网站名称一律不能用作密码。`,
    },
  ],
  notifications: [
    { key: 'emailNotifications', kind: 'switch', hint: `总开关：关闭后，下面三项都不发送。${MAIL_REQUIRED}` },
    {
      key: 'productSubmissionAlerts',
      kind: 'switch',
      hint: '厂商提交产品时，发给邮件设置中“产品提交”一栏的收件人。',
    },
    { key: 'userRegistrationAlerts', kind: 'switch', hint: '有人注册账号时，发给超级管理员。' },
    {
      key: 'weeklyReports',
      kind: 'switch',
      hint: '每周一9:00（北京时间），把上周的浏览、访客、提交、线索、产品和用户数发给超级管理员。',
    },
  ],
  content: [
    {
      key: 'requireManualReview',
      kind: 'switch',
      hint: '厂商提交的产品由审核员逐个审核。开启时，“自动通过”不生效。',
    },
    {
      key: 'autoApproveProducts',
      kind: 'switch',
      hint: '提交通过表单检查后，由系统直接通过并上架。须先关闭“须人工审核”。',
    },
    {
      key: 'maxFileSize',
      kind: 'number',
      unit: 'MB',
      hint: '1至50 MB。限制评估附件和厂商提交的附件，不影响图片。',
    },
    {
      key: 'maxEvaluationProjects',
      kind: 'number',
      unit: '个',
      hint: '0至1000。回收站中的不计。',
    },
    {
      key: 'maxInquiriesPerMonth',
      kind: 'number',
      unit: '份',
      hint: '0至1000。会员在30天内向厂商发出的征询，防止滥发邮件；删除的也计。0为不能发出。',
    },
    {
      key: 'maxAgentCallsPerDay',
      kind: 'number',
      unit: '次',
      hint: '0至1000000。会员在评估项目中向智能体提问的次数，防止借平台冲击他人的服务；0为不能提问。',
    },
    {
      key: 'maxAgentCallsPerMinute',
      kind: 'number',
      unit: '次',
      hint: '1至10000。所有会员合计，按协议、主机与端口计。',
    },
    {
      key: 'minValidationReplies',
      kind: 'number',
      unit: '份',
      hint: '20至1000。人与裁判模型都判定过的回答达到这个数，且两者足够一致，裁判模型的判定才计入。',
    },
    { key: 'allowedFileTypes', kind: 'file-types', hint: '厂商提交产品时可以上传的附件；以文件的实际内容为准。' },
  ],
  backups: [
    {
      key: 'scheduledBackups',
      kind: 'switch',
      hint: '每天把数据库和上传的文件备份成一个压缩包，存在服务器的备份文件夹。压缩包中没有密钥，请另行保存。',
    },
    {
      key: 'backupHour',
      kind: 'number',
      unit: '点',
      hint: '0至23点（北京时间）。错过时，恢复运行后立即补做。',
    },
    {
      key: 'keptBackups',
      kind: 'number',
      unit: '份',
      hint: '1至365份。新的备份完成后，删除更早的；失败时不删除。',
    },
  ],
  alarms: [
    {
      key: 'alarmMails',
      kind: 'switch',
      hint: `数据库、磁盘、邮件、备份或响应出现故障时发邮件，解除时再发一封。${MAIL_REQUIRED}`,
    },
    {
      key: 'alarmRecipients',
      kind: 'text',
      maxLength: TEXT.line,
      hint: '运维人员的邮箱，多个以逗号分隔；留空则发给所有超级管理员。',
    },
    {
      key: 'lowSpaceMb',
      kind: 'number',
      unit: 'MB',
      hint: '数据所在磁盘的剩余空间低于此值时告警。',
    },
    {
      key: 'errorPercent',
      kind: 'number',
      unit: '%',
      hint: '一个节点5分钟内出错的请求达到此比例（且不少于10个）时告警。',
    },
    {
      key: 'mailWaitMinutes',
      kind: 'number',
      unit: '分钟',
      hint: '有邮件等待超过此时间仍未发出时告警。',
    },
  ],
  legal: [
    {
      key: 'operatorName',
      kind: 'text',
      maxLength: TEXT.line,
      hint: `对网站负责的单位全称，显示在页脚，并填入正文的${LEGAL_PLACEHOLDERS.operatorName}。`,
    },
    {
      key: 'effectiveDate',
      kind: 'text',
      maxLength: TEXT.word,
      hint: `如2026年12月1日，填入正文的${LEGAL_PLACEHOLDERS.effectiveDate}。`,
    },
    {
      key: 'icpNumber',
      kind: 'text',
      maxLength: TEXT.word,
      hint: '如京ICP备12345678号-1，显示在页脚并链接到工信部备案系统；留空则不显示。',
    },
    {
      key: 'policeNumber',
      kind: 'text',
      maxLength: TEXT.word,
      hint: '如京公网安备11010102000001号，显示在页脚并链接到公安备案平台；留空则不显示。',
    },
    {
      key: 'privacyPolicy',
      kind: 'rich-text',
      hint: `网站“${SITE_PAGES.privacy.title}”页的正文。默认文本按本产品的实际处理方式写成。`,
    },
    { key: 'terms', kind: 'rich-text', hint: `网站“${SITE_PAGES.terms.title}”页的正文。` },
  ],
}

/** Returns the fields of a part with their labels. */
export function listSettingFields(part: SettingsPart): SettingField[] {
  const labels: Readonly<Record<string, string>> = SETTING_LABELS[part].fields
  const fields: readonly (InputKind & { key: string; hint: string })[] = FIELDS[part]
  return fields.map((field) => ({ ...field, label: labels[field.key] ?? '' }))
}

/** Converts a setting's field to a form field, which formats its value in the comparison of two versions. */
export function toFormField(setting: SettingField): Field {
  if (setting.kind === 'rich-text') return setting
  const { key, label } = setting
  return { key, label, kind: 'text' }
}
