/**
 * Every screen of the back office: its place in the menu, its permission and its module. Titles and URLs are in
 * contracts.
 */
import {
  BadgeCheck,
  Bot,
  CalendarCheck,
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
  Stamp,
  Star,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { can, type Permission } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** The menu's groups, in its order. */
export const GROUPS = ['总览', '审核', '产品', '内容', '系统'] as const

type Drawn = {
  icon: LucideIcon
  /** `null`: it is reached from other screens, and stands neither in the menu nor in the palette. */
  group: (typeof GROUPS)[number] | null
  permission: Permission | null
  load(): Promise<{ Screen: ComponentType }>
}
export type Screen = Drawn & { path: string; title: string }

/** The module that draws each screen, loaded when it is needed, in the order of the menu. */
const DRAWN: Record<keyof typeof ADMIN_SCREENS, Drawn> = {
  dashboard: {
    icon: LayoutDashboard,
    group: '总览',
    permission: 'dashboard:read',
    load: () => import('./screens/dashboard/dashboard-screen.tsx'),
  },
  analytics: {
    icon: ChartLine,
    group: '总览',
    permission: 'analytics:read',
    load: () => import('./screens/analytics/analytics-screen.tsx'),
  },
  submissionReview: {
    icon: ListChecks,
    group: '审核',
    permission: 'submissions:read',
    load: () => import('./screens/submission-review/review-screen.tsx'),
  },
  submissions: {
    icon: Inbox,
    group: '审核',
    permission: 'submissions:read',
    load: () => import('./screens/submissions/submissions-screen.tsx'),
  },
  leads: {
    icon: PhoneCall,
    group: '审核',
    permission: 'leads:read',
    load: () => import('./screens/leads/leads-screen.tsx'),
  },
  productReviews: {
    icon: Star,
    group: '审核',
    permission: 'reviews:read',
    load: () => import('./screens/product-reviews/reviews-screen.tsx'),
  },
  agentProducts: {
    icon: Library,
    group: '产品',
    permission: 'products:read',
    load: async () => ({ Screen: (await import('./screens/products/catalogue-screen.tsx')).AgentCatalogue }),
  },
  aiProducts: {
    icon: LibraryBig,
    group: '产品',
    permission: 'products:read',
    load: async () => ({ Screen: (await import('./screens/products/catalogue-screen.tsx')).AiCatalogue }),
  },
  facts: {
    icon: BadgeCheck,
    group: '产品',
    permission: 'products:read',
    load: () => import('./screens/facts/facts-screen.tsx'),
  },
  publishedEvaluations: {
    icon: Stamp,
    group: '产品',
    permission: 'evaluations:read',
    load: () => import('./screens/published-evaluations/publications-screen.tsx'),
  },
  home: {
    icon: House,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).HomeEditor }),
  },
  community: {
    icon: Users,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).CommunityEditor }),
  },
  events: {
    icon: CalendarCheck,
    group: '审核',
    permission: 'events:read',
    load: () => import('./screens/events/events-screen.tsx'),
  },
  selection: {
    icon: Compass,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).SelectionEditor }),
  },
  products: {
    icon: Bot,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).ProductsEditor }),
  },
  ai: {
    icon: Sparkles,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).AiEditor }),
  },
  evaluation: {
    icon: ClipboardCheck,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).EvaluationEditor }),
  },
  submit: {
    icon: Send,
    group: '内容',
    permission: 'content:read',
    load: async () => ({ Screen: (await import('./screens/document-editors.tsx')).SubmitEditor }),
  },
  content: {
    icon: FileText,
    group: null,
    permission: 'content:read',
    load: () => import('./screens/content/content-screen.tsx'),
  },
  users: {
    icon: UsersRound,
    group: '系统',
    permission: 'users:read',
    load: () => import('./screens/users/users-screen.tsx'),
  },
  settings: {
    icon: Settings,
    group: '系统',
    permission: 'branding:read',
    load: () => import('./screens/settings/settings-screen.tsx'),
  },
  mail: {
    icon: Mail,
    group: '系统',
    permission: 'mail:read',
    load: () => import('./screens/mail/mail-screen.tsx'),
  },
  productDetail: {
    icon: Bot,
    group: null,
    permission: 'products:read',
    load: async () => ({ Screen: (await import('./screens/product-detail/product-screen.tsx')).AgentProductScreen }),
  },
  aiProductDetail: {
    icon: Sparkles,
    group: null,
    permission: 'products:read',
    load: async () => ({ Screen: (await import('./screens/product-detail/product-screen.tsx')).AiProductScreen }),
  },
  audit: {
    icon: ScrollText,
    group: '系统',
    permission: 'audit:read',
    load: () => import('./screens/audit/audit-screen.tsx'),
  },
  account: {
    icon: UserRound,
    group: '系统',
    permission: null,
    load: () => import('./screens/account/account-screen.tsx'),
  },
}

export const SCREENS: readonly Screen[] = (Object.keys(DRAWN) as (keyof typeof DRAWN)[]).map((name) => ({
  path: ADMIN_SCREENS[name].path,
  title: ADMIN_SCREENS[name].title,
  ...DRAWN[name],
}))

/** Lists the screens that a role may see. */
export const listScreens = (role: Role): Screen[] =>
  SCREENS.filter(({ permission }) => role !== 'member' && (permission === null || can(role, permission)))
