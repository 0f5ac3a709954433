import { ROLE_LABELS, USER_STATUS_LABELS, type UserStatus } from '#contracts/vocabulary.ts'
import type { UserRow } from '#server/modules/identity/service.ts'

/** The fields that the audit log names if they change, without their values, which are personal. */
const PERSONAL_FIELDS = [
  ['name', '姓名'],
  ['email', '邮箱'],
  ['company', '公司'],
  ['position', '职位'],
  ['phone', '电话'],
  ['passwordHash', '密码'],
] as const

/** Describes a change of status for the audit log; an empty text if there is none. */
export const describeStatusChange = (before: UserStatus, after: UserStatus): string =>
  before === after ? '' : `${USER_STATUS_LABELS[before]} → ${USER_STATUS_LABELS[after]}`

/**
 * Describes an account's changes for the audit log; an empty text if there are none. `before` is undefined for a new
 * account.
 */
export function describeChanges(before: UserRow | undefined, after: UserRow): string {
  if (!before) return `角色：${ROLE_LABELS[after.role]}，状态：${USER_STATUS_LABELS[after.status]}`
  const changedLabels = PERSONAL_FIELDS.filter(([field]) => before[field] !== after[field]).map(([, label]) => label)
  const status = describeStatusChange(before.status, after.status)
  return [
    ...(before.role === after.role ? [] : [`角色：${ROLE_LABELS[before.role]} → ${ROLE_LABELS[after.role]}`]),
    ...(status ? [`状态：${status}`] : []),
    ...(changedLabels.length > 0 ? [`修改：${changedLabels.join('、')}`] : []),
  ].join('；')
}
