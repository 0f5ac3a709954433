/** Every screen of the back office: its address, its entry in the menu, who may see it, and the module that holds it. */
import {
  Bot,
  ChartLine,
  ClipboardCheck,
  Compass,
  FileText,
  House,
  Inbox,
  LayoutDashboard,
  Library,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  Mail,
  PhoneCall,
  ScrollText,
  Send,
  Settings,
  Sparkles,
  Star,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ADMIN_PAGES } from '#contracts/paths.ts'
import { may, type Permission } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** The menu's groups, in its order. */
export const GROUPS = ['总览', '审核', '产品', '内容', '系统'] as const

export type Screen = {
  path: string
  label: string
  icon: LucideIcon
  /** `null`: it is reached from other screens, and stands neither in the menu nor in the palette. */
  group: (typeof GROUPS)[number] | null
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
    ...{ path: ADMIN_PAGES.analytics, label: '数据分析', icon: ChartLine, group: '总览' },
    permission: 'analytics:read',
    load: () => import('./screens/analytics/analytics-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.review, label: '审核工作台', icon: ListChecks, group: '审核' },
    permission: 'submissions:read',
    load: () => import('./screens/submission-review/review-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.submissions, label: '产品提交管理', icon: Inbox, group: '审核' },
    permission: 'submissions:read',
    load: () => import('./screens/submissions/submissions-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.leads, label: '咨询线索', icon: PhoneCall, group: '审核', permission: 'leads:read' },
    load: () => import('./screens/leads/leads-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.reviews, label: '评价管理', icon: Star, group: '审核', permission: 'reviews:read' },
    load: () => import('./screens/product-reviews/reviews-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.agentProducts, label: '智能体目录', icon: Library, group: '产品' },
    permission: 'products:read',
    load: () => import('./screens/products/agent-catalogue.tsx'),
  },
  {
    ...{
      path: ADMIN_PAGES.aiProducts,
      label: '78AI目录',
      icon: LibraryBig,
      group: '产品',
      permission: 'products:read',
    },
    load: () => import('./screens/products/ai-catalogue.tsx'),
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
    ...{ path: ADMIN_PAGES.content, label: '页面内容', icon: FileText, group: null, permission: 'content:read' },
    load: () => import('./screens/content/content-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.users, label: '用户', icon: UsersRound, group: '系统', permission: 'users:read' },
    load: () => import('./screens/users/users-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.settings, label: '设置', icon: Settings, group: '系统', permission: 'branding:read' },
    load: () => import('./screens/settings/settings-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.mail, label: '邮件', icon: Mail, group: '系统', permission: 'mail:read' },
    load: () => import('./screens/mail/mail-screen.tsx'),
  },
  {
    ...{
      path: ADMIN_PAGES.productDetail,
      label: '编辑智能体产品',
      icon: Bot,
      group: null,
      permission: 'products:read',
    },
    load: () => import('./screens/product-detail/agent-product-screen.tsx'),
  },
  {
    ...{ path: ADMIN_PAGES.aiProductDetail, label: '编辑78AI产品', icon: Sparkles, group: null },
    permission: 'products:read',
    load: () => import('./screens/product-detail/ai-product-screen.tsx'),
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
