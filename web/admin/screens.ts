/** Every screen of the back office: its address, its entry in the menu, who may see it, and the module that holds it. */
import {
  Bot,
  ClipboardCheck,
  Compass,
  House,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Send,
  Sparkles,
  UserRound,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ADMIN_PAGES } from '#contracts/paths.ts'
import { may, type Permission } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'

export type Screen = {
  path: string
  label: string
  icon: LucideIcon
  group: '总览' | '内容' | '系统'
  permission: Permission | null
  load(): Promise<{ Screen: ComponentType }>
}

export const SCREENS: readonly Screen[] = [
  {
    ...{ path: ADMIN_PAGES.dashboard, label: '工作台', icon: LayoutDashboard, group: '总览' },
    permission: 'dashboard:read',
    load: () => import('./screens/dashboard/dashboard-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.home, label: '首页', icon: House, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/home-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.community, label: '社区', icon: Users, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/community-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.selection, label: '选型咨询', icon: Compass, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/selection-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.products, label: '智能体产品', icon: Bot, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/products-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.ai, label: '78AI产品', icon: Sparkles, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/ai-editor.tsx'),
  },
  {
    ...{
      path: ADMIN_PAGES.evaluation,
      label: '专业评估',
      icon: ClipboardCheck,
      group: '内容',
      permission: 'content:read',
    },
    load: () => import('./screens/editors/evaluation-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.submit, label: '产品提交', icon: Send, group: '内容', permission: 'content:read' },
    load: () => import('./screens/editors/submit-editor.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.audit, label: '操作记录', icon: ScrollText, group: '系统', permission: 'audit:read' },
    load: () => import('./screens/audit/audit-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.account, label: '我的账号', icon: UserRound, group: '系统', permission: null },
    load: () => import('./screens/account/account-screen.tsx'),
  },
]

/** The screens that a role may see. */
export const screensFor = (role: Role): Screen[] =>
  SCREENS.filter(({ permission }) => role !== 'member' && (permission === null || may(role, permission)))
