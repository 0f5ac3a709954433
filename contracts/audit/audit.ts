import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { TEXT } from '../limits.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import type { Permission } from '../permissions.ts'
import { storedText } from '../stored-text.ts'
import { ExportQuerySchema } from '../table.ts'

/** Every audited action with its label. */
export const AUDIT_ACTIONS = {
  'auth.sign-in': '登录',
  'auth.sign-out': '退出登录',
  'auth.sign-in-failed': '登录失败',
  'auth.sign-in-slowed': '登录被暂缓',
  'auth.denied': '访问被拒绝',
  'auth.register': '注册账号',
  'auth.password': '修改密码',
  'auth.sessions': '结束会话',
  'auth.two-factor': '更改两步验证',
  'auth.email': '验证邮箱',
  'auth.close': '注销账号',
  'profile.update': '修改个人资料',
  'content.save': '保存页面内容',
  'content.publish-method': '发布评估方法',
  'content.restore': '恢复页面内容',
  'product.create': '新建产品',
  'product.update': '修改产品',
  'product.remove': '移入回收站',
  'product.restore': '恢复产品',
  'product.purge': '清理回收站',
  'attribute.create': '新建属性',
  'attribute.update': '修改属性',
  'attribute.order': '调整属性顺序',
  'attribute.remove': '删除属性',
  'fact.save': '修改产品资料',
  'fact.confirm': '确认产品资料',
  'fact.withdraw-confirmation': '撤销资料确认',
  'qr-code.create': '上传二维码',
  'qr-code.update': '修改二维码',
  'qr-code.order': '调整二维码顺序',
  'qr-code.remove': '删除二维码',
  'file.upload': '上传文件',
  'file.remove': '删除文件',
  'attachment.upload': '上传附件',
  'attachment.remove': '删除附件',
  'branding.update': '修改品牌设置',
  'submission.review': '审核提交',
  'submission.withdraw': '撤销审核结果',
  'submission.notes': '更新审核备注',
  'submission.remove': '删除提交',
  'submission.restore': '恢复提交',
  'submission.purge': '彻底删除提交',
  'lead.update': '更新线索',
  'review.moderate': '审核评价',
  'member-review.submit': '提交会员评价',
  'member-review.withdraw': '撤回会员评价',
  'member-review.moderate': '审核会员评价',
  'member-review.proof': '查看评价证明',
  'member-review.upload': '上传评价证明',
  'member-review.helpful': '标记评价有帮助',
  'member-review.reply': '回复会员评价',
  'member-review.remove-reply': '删除评价回复',
  'member-review.purge': '清理会员评价',
  'shortlist.remove': '删除选型清单',
  'event.register': '报名活动',
  'event.cancel': '取消活动报名',
  'evaluation.create': '新建评估项目',
  'evaluation.update': '修改评估项目',
  'evaluation.status': '推进评估项目',
  'evaluation.judges': '调整评估评委',
  'evaluation.link': '更改评估只读链接',
  'evaluation.tests': '修改评估测试',
  'evaluation.remove': '删除评估项目',
  'evaluation.publish': '发布评估',
  'evaluation.withdraw': '撤回评估',
  'evaluation.statement': '处理厂商声明',
  'evaluation.restore': '恢复评估项目',
  'user.create': '新建用户',
  'user.update': '修改用户',
  'user.status': '更改用户状态',
  'user.password': '重置用户密码',
  'user.invite': '邀请用户',
  'user.remove': '删除用户',
  'user.sessions': '结束用户的会话',
  'settings.update': '修改系统设置',
  'backup.start': '立即备份',
  'mail.update': '修改邮件设置',
  'mail.test': '测试邮件',
  'mail.retry': '重发邮件',
  'mail.retry-failed': '批量重发邮件',
  'mail.limited': '发信受限',
  'data.export': '导出数据',
  'data.import': '导入数据',
  'data.undo-import': '撤销导入',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

type ActionGroup = AuditAction extends `${infer Group}.${string}` ? Group : never

/** The permission to see that an action has been performed, by the action's group; the dashboard shows no others. */
const GROUP_PERMISSIONS: Readonly<Record<ActionGroup, Permission>> = {
  auth: 'audit:read',
  profile: 'audit:read',
  content: 'content:read',
  product: 'products:read',
  attribute: 'products:read',
  fact: 'products:read',
  'qr-code': 'qr-codes:read',
  file: 'uploads:read',
  attachment: 'uploads:read',
  branding: 'branding:read',
  submission: 'submissions:read',
  lead: 'leads:read',
  review: 'reviews:read',
  'member-review': 'reviews:read',
  shortlist: 'audit:read',
  event: 'events:read',
  evaluation: 'evaluations:read',
  user: 'users:read',
  settings: 'settings:read',
  backup: 'settings:read',
  mail: 'mail:read',
  data: 'audit:read',
}
const ACTION_PERMISSIONS: Partial<Record<AuditAction, Permission>> = {
  'data.import': 'products:read',
  'data.undo-import': 'products:read',
}

/** Returns the permission to see that an action has been performed; those with `audit:read` see all. */
export const getActionPermission = (action: AuditAction): Permission =>
  ACTION_PERMISSIONS[action] ?? GROUP_PERMISSIONS[getActionGroup(action)]

const isActionGroup = (name: string): name is ActionGroup => Object.hasOwn(GROUP_PERMISSIONS, name)
function getActionGroup(action: AuditAction): ActionGroup {
  const [name = ''] = action.split('.')
  if (!isActionGroup(name)) throw new Error(`${action} belongs to no group`)
  return name
}

/** Actions on evaluation projects. */
const PROJECT_ACTIONS: readonly AuditAction[] = [
  'evaluation.create',
  'evaluation.update',
  'evaluation.status',
  'evaluation.judges',
  'evaluation.link',
  'evaluation.tests',
  'evaluation.remove',
  'evaluation.restore',
]

/**
 * Actions on the actor's own account or on content that only the actor can see, such as an evaluation project or a
 * shortlist. The dashboard, which every back-office user sees, doesn't list them.
 */
export const PERSONAL_ACTIONS: readonly AuditAction[] = [
  'auth.sign-in',
  'auth.sign-out',
  'auth.sign-in-failed',
  'auth.sign-in-slowed',
  'auth.denied',
  'auth.register',
  'auth.password',
  'auth.sessions',
  'auth.two-factor',
  'auth.email',
  'auth.close',
  'profile.update',
  'member-review.helpful',
  'shortlist.remove',
  ...PROJECT_ACTIONS,
]

/** Actions that identify the author of a review. They are listed only for users with `contacts:read`. */
export const AUTHOR_ACTIONS: readonly AuditAction[] = [
  'member-review.submit',
  'member-review.withdraw',
  'member-review.upload',
]

/**
 * Actions on what only its owner may read. Their target is recorded as an id rather than a name, because more people read
 * the log, and its entries stay if the account is deleted.
 */
export const PRIVATE_TARGET_ACTIONS: readonly AuditAction[] = [
  ...PROJECT_ACTIONS,
  'shortlist.remove',
  'member-review.upload',
]

/** Describes a target that is recorded as an id. */
export const describePrivateTarget = (id: string): string => `编号${id}（名称仅所有者可见）`

/** The names of all actions. */
export const ACTIONS = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** One audited action. `target` names the object for a reader, `detail` describes the change. */
export const AuditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  user: UserReferenceSchema.nullable(),
  action: z.enum(ACTIONS),
  target: outsiderText(),
  detail: outsiderText(),
  /** An IP address is personal data like any other. */
  ip: personalData(z.string().nullable()),
})
export type AuditEntry = z.infer<typeof AuditEntrySchema>

/** A day (`2026-11-21`, in Asia/Shanghai) or a time. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], '请输入有效的日期')

/** `user` is an id or part of a name; `from` and `to` are inclusive. */
const AuditFilterSchema = z.object({
  user: storedText().trim().max(TEXT.line).default('').describe('用户编号，或姓名的一部分。'),
  action: z.enum(ACTIONS, '没有这种操作').optional().describe('操作的种类。'),
  from: moment.optional().describe('起始日期（含当日）或时间。'),
  to: moment.optional().describe('截止日期（含当日）或时间。'),
})
export type AuditFilter = z.infer<typeof AuditFilterSchema>

export const AuditQuerySchema = AuditFilterSchema.extend({ page: pageNumber.default(1) })
export type AuditQuery = z.infer<typeof AuditQuerySchema>

export const AuditExportQuerySchema = AuditFilterSchema.extend(ExportQuerySchema.shape)
export type AuditExportQuery = z.infer<typeof AuditExportQuerySchema>
