import { z } from 'zod'
import '../chinese-issues.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { TEXT } from '../limits.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import type { Permission } from '../permissions.ts'
import { storedText } from '../stored-text.ts'
import { AUDIT_ACTIONS, type AuditAction } from './actions.ts'

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
  question: 'reviews:read',
  shortlist: 'audit:read',
  inquiry: 'audit:read',
  event: 'events:read',
  evaluation: 'evaluations:read',
  vendor: 'submissions:read',
  user: 'users:read',
  settings: 'settings:read',
  key: 'settings:read',
  webhook: 'settings:read',
  'sign-in-provider': 'settings:read',
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
  'evaluation.runners',
  'evaluation.connections',
  'evaluation.colleagues',
  'evaluation.remove',
  'evaluation.own-bank',
  'evaluation.restore',
]

/** Actions on inquiries. */
const INQUIRY_ACTIONS: readonly AuditAction[] = [
  'inquiry.create',
  'inquiry.update',
  'inquiry.publish',
  'inquiry.invitations',
  'inquiry.open',
  'inquiry.close',
  'inquiry.remove',
  'inquiry.colleagues',
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
  'auth.passkey',
  'auth.company-account',
  'auth.email',
  'auth.close',
  'profile.update',
  'member-review.helpful',
  'shortlist.remove',
  'shortlist.colleagues',
  ...INQUIRY_ACTIONS,
  ...PROJECT_ACTIONS,
]

/** Actions that identify the author of a review. They are listed only for users with `contacts:read`. */
export const AUTHOR_ACTIONS: readonly AuditAction[] = [
  'member-review.submit',
  'member-review.withdraw',
  'member-review.upload',
  'question.submit',
  'question.withdraw',
]

/**
 * Actions on what only its owner may read. Their target is recorded as an id rather than a name, because more people read
 * the log, and its entries stay if the account is deleted.
 */
export const PRIVATE_TARGET_ACTIONS: readonly AuditAction[] = [
  ...INQUIRY_ACTIONS,
  ...PROJECT_ACTIONS,
  'shortlist.remove',
  'shortlist.colleagues',
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
