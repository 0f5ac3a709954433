/** What keys for programs may do, and which calls are open to them. */
import type { Call } from '../call.ts'
import { type KeyScope, listPermissions, MEMBER_SCOPES, type MemberScope, type Permission } from '../permissions.ts'

/**
 * What no key may do: with these, a stolen key could make accounts and further keys, send mails in the platform's name,
 * or read the links that mails contain.
 */
const WITHHELD: readonly Permission[] = ['users:write', 'settings:write', 'mail:read', 'mail:write']

/** What no call needs. */
const IDLE: readonly Permission[] = ['dashboard:write', 'analytics:write', 'audit:write']

/** The permissions that super admins can give to keys. */
export const PLATFORM_SCOPES: readonly Permission[] = listPermissions('super_admin').filter(
  (permission) => !WITHHELD.includes(permission) && !IDLE.includes(permission),
)
export const KEY_SCOPES: readonly KeyScope[] = [...PLATFORM_SCOPES, ...MEMBER_SCOPES]

export const isMemberScope = (scope: KeyScope): scope is MemberScope => MEMBER_SCOPES.some((name) => name === scope)

const AREA_LABELS: Readonly<Record<string, string>> = {
  dashboard: '仪表盘与待处理',
  content: '页面内容',
  events: '活动报名',
  products: '产品与资料',
  'qr-codes': '二维码',
  branding: '品牌',
  uploads: '文件',
  submissions: '产品提交',
  leads: '线索',
  reviews: '评价',
  analytics: '统计',
  users: '用户',
  mail: '邮件',
  settings: '系统设置',
  audit: '操作记录',
  contacts: '联系方式',
  evaluations: '评估与题库',
  'own-projects': '自己的评估项目',
  'own-shortlists': '自己的选型清单',
  'own-inquiries': '自己的征询',
}
const VERB_LABELS: Readonly<Record<string, string>> = { read: '读取', write: '修改', publish: '发布' }

const split = (scope: KeyScope) => {
  const [area = '', verb = ''] = scope.split(':')
  return { area, verb }
}

/** Returns the Chinese name of what a scope permits, such as “产品与资料：读取”. */
export const describeScope = (scope: KeyScope): string => {
  const { area, verb } = split(scope)
  return `${AREA_LABELS[area] ?? area}：${VERB_LABELS[verb] ?? verb}`
}

type ScopeGroup = { area: string; label: string; scopes: { scope: KeyScope; label: string }[] }

/** Groups scopes by area, for choosing among them. */
export const groupScopes = (scopes: readonly KeyScope[]): ScopeGroup[] =>
  [...Map.groupBy(scopes, (scope) => split(scope).area)].map(([area, members]) => ({
    area,
    label: AREA_LABELS[area] ?? area,
    scopes: members.map((scope) => ({ scope, label: VERB_LABELS[split(scope).verb] ?? scope })),
  }))

/**
 * Returns the scope that a key needs for a call: `any` if every key may make it, as everyone may; `none` if no key may. What
 * a person may change with a permission to read is their own, such as a draft, and closed to keys.
 */
export function getKeyScope({
  access,
  keys,
  method,
}: Pick<Call, 'access' | 'keys' | 'method'>): KeyScope | 'any' | 'none' {
  if (keys === 'never') return 'none'
  if (access === 'public') return keys ?? 'any'
  if (access === 'signed-in') return keys ?? 'none'
  if (isReadScope(access) && method !== 'GET') return 'none'
  return PLATFORM_SCOPES.includes(access) ? access : 'none'
}

const isReadScope = (scope: KeyScope): boolean => split(scope).verb === 'read'
