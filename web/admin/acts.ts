import { ADMIN_SCREENS, NEW_ATTRIBUTE, NEW_EVENT } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import type { Permission } from '#contracts/permissions.ts'
import { getNewProductPath } from './screens/product-detail/product-paths.ts'

/** Something that a user can begin from anywhere. */
export type Act = {
  label: string
  path: string
  permission: Permission
  /** Whether it is one of the most common tasks, which the dashboard offers as buttons. */
  isQuick?: true
}

const { events, attributes, leads, submissions, settings } = ADMIN_SCREENS

/** The acts that the command palette finds. */
export const ACTS: readonly Act[] = [
  { label: '添加产品', path: getNewProductPath('agent'), permission: 'products:write', isQuick: true },
  { label: '添加78AI产品', path: getNewProductPath('ai'), permission: 'products:write' },
  { label: '审核提交', path: ADMIN_SCREENS.submissionReview.path, permission: 'submissions:write', isQuick: true },
  {
    label: '安排活动',
    path: buildPageUrl(events.path, events.parameters, { edit: NEW_EVENT }),
    permission: 'events:write',
    isQuick: true,
  },
  {
    label: '新建产品属性',
    path: buildPageUrl(attributes.path, attributes.parameters, { attribute: NEW_ATTRIBUTE }),
    permission: 'products:write',
  },
  { label: '处理逾期线索', path: `${leads.path}?late=true`, permission: 'leads:write' },
  {
    label: '恢复已删除的提交',
    path: buildPageUrl(submissions.path, submissions.parameters, { view: 'recycled' }),
    permission: 'submissions:write',
  },
  {
    label: '立即备份',
    path: buildPageUrl(settings.path, settings.parameters, { tab: 'operations' }),
    permission: 'settings:read',
  },
]
