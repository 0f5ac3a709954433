import { ROLE_NAMES, USER_STATUS_LABELS, type UserStatus } from '#contracts/vocabulary.ts'
import type { UserRow } from '#server/modules/identity/store.ts'

/** Fields that the audit names without what they hold: that belongs to the person. */
const UNQUOTED = [
  ['name', '姓名'],
  ['email', '邮箱'],
  ['company', '公司'],
  ['position', '职位'],
  ['phone', '电话'],
  ['passwordHash', '密码'],
] as const

export const statusChange = (before: UserStatus, after: UserStatus): string =>
  before === after ? '' : `${USER_STATUS_LABELS[before]} → ${USER_STATUS_LABELS[after]}`

/** What a save did to an account, for the audit: '' where nothing. Without `before` it is a new one. */
export function changesInWords(before: UserRow | undefined, after: UserRow): string {
  if (!before) return `角色：${ROLE_NAMES[after.role]}，状态：${USER_STATUS_LABELS[after.status]}`
  const named = UNQUOTED.filter(([field]) => before[field] !== after[field]).map(([, label]) => label)
  const status = statusChange(before.status, after.status)
  return [
    ...(before.role === after.role ? [] : [`角色：${ROLE_NAMES[before.role]} → ${ROLE_NAMES[after.role]}`]),
    ...(status ? [`状态：${status}`] : []),
    ...(named.length > 0 ? [`修改：${named.join('、')}`] : []),
  ].join('；')
}
