/**
 * The registry of back-office screens: menu position, permission and module. Titles and URLs are in contracts.
 */
import {
  BadgeCheck,
  Bell,
  Bot,
  Building2,
  CalendarCheck,
  CalendarClock,
  ChartLine,
  ClipboardCheck,
  Compass,
  FileQuestionMark,
  FileText,
  House,
  Images,
  Inbox,
  KeyRound,
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
  Tags,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { can, type Permission } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { DashboardScreen } from './screens/dashboard/dashboard-screen.tsx'

/** The groups of the menu, in order. */
export const GROUPS = ['总览', '审核', '产品', '内容', '系统'] as const

type ScreenDetails = {
  icon: LucideIcon
  /** `null` if the screen is opened from other screens, and is neither in the menu nor in the palette. */
  group: (typeof GROUPS)[number] | null
  permission: Permission | null
  load(): Promise<ComponentType>
}
export type Screen = ScreenDetails & { path: string; title: string }

/** The screens in menu order, each with its lazily loaded module. */
const SCREEN_DETAILS: Record<keyof typeof ADMIN_SCREENS, ScreenDetails> = {
  dashboard: {
    icon: LayoutDashboard,
    group: '总览',
    permission: 'dashboard:read',
    // The first screen of most visits: not lazily loaded.
    load: async () => DashboardScreen,
  },
  inbox: {
    icon: Bell,
    group: '总览',
    permission: null,
    load: async () => (await import('./screens/inbox/inbox-screen.tsx')).InboxScreen,
  },
  analytics: {
    icon: ChartLine,
    group: '总览',
    permission: 'analytics:read',
    load: async () => (await import('./screens/analytics/analytics-screen.tsx')).AnalyticsScreen,
  },
  submissionReview: {
    icon: ListChecks,
    group: '审核',
    permission: 'submissions:read',
    load: async () => (await import('./screens/submission-review/submission-review-screen.tsx')).SubmissionReviewScreen,
  },
  submissions: {
    icon: Inbox,
    group: '审核',
    permission: 'submissions:read',
    load: async () => (await import('./screens/submissions/submissions-screen.tsx')).SubmissionsScreen,
  },
  leads: {
    icon: PhoneCall,
    group: '审核',
    permission: 'leads:read',
    load: async () => (await import('./screens/leads/leads-screen.tsx')).LeadsScreen,
  },
  reviews: {
    icon: Star,
    group: '审核',
    permission: 'reviews:read',
    load: async () => (await import('./screens/reviews/reviews-screen.tsx')).ReviewsScreen,
  },
  events: {
    icon: CalendarCheck,
    group: '审核',
    permission: 'events:read',
    load: async () => (await import('./screens/events/events-screen.tsx')).EventsScreen,
  },
  agentProducts: {
    icon: Library,
    group: '产品',
    permission: 'products:read',
    load: async () => (await import('./screens/products/catalogue-screen.tsx')).AgentCatalogue,
  },
  aiProducts: {
    icon: LibraryBig,
    group: '产品',
    permission: 'products:read',
    load: async () => (await import('./screens/products/catalogue-screen.tsx')).AiCatalogue,
  },
  facts: {
    icon: BadgeCheck,
    group: '产品',
    permission: 'products:read',
    load: async () => (await import('./screens/facts/facts-screen.tsx')).FactsScreen,
  },
  attributes: {
    icon: Tags,
    group: '产品',
    permission: 'products:read',
    load: async () => (await import('./screens/attributes/attributes-screen.tsx')).AttributesScreen,
  },
  publishedEvaluations: {
    icon: Stamp,
    group: '产品',
    permission: 'evaluations:read',
    load: async () =>
      (await import('./screens/published-evaluations/published-evaluations-screen.tsx')).PublishedEvaluationsScreen,
  },
  vendorOrganisations: {
    icon: Building2,
    group: '审核',
    permission: 'submissions:read',
    load: async () =>
      (await import('./screens/vendor-organisations/vendor-organisations-screen.tsx')).VendorOrganisationsScreen,
  },
  questionBanks: {
    icon: FileQuestionMark,
    group: '产品',
    permission: 'evaluations:read',
    load: async () => (await import('./screens/question-banks/question-banks-screen.tsx')).QuestionBanksScreen,
  },
  home: {
    icon: House,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).HomeEditor,
  },
  community: {
    icon: Users,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).CommunityEditor,
  },
  selection: {
    icon: Compass,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).SelectionEditor,
  },
  products: {
    icon: Bot,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).ProductsEditor,
  },
  ai: {
    icon: Sparkles,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).AiEditor,
  },
  evaluation: {
    icon: ClipboardCheck,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).EvaluationEditor,
  },
  submit: {
    icon: Send,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/document-editors.tsx')).SubmitEditor,
  },
  calendar: {
    icon: CalendarClock,
    group: '内容',
    permission: 'content:read',
    load: async () => (await import('./screens/publishing-calendar/calendar-screen.tsx')).CalendarScreen,
  },
  media: {
    icon: Images,
    group: '内容',
    permission: 'uploads:read',
    load: async () => (await import('./screens/media/media-screen.tsx')).MediaScreen,
  },
  content: {
    icon: FileText,
    group: null,
    permission: 'content:read',
    load: async () => (await import('./screens/content/content-screen.tsx')).ContentScreen,
  },
  users: {
    icon: UsersRound,
    group: '系统',
    permission: 'users:read',
    load: async () => (await import('./screens/users/users-screen.tsx')).UsersScreen,
  },
  keys: {
    icon: KeyRound,
    group: '系统',
    permission: 'settings:write',
    load: async () => (await import('./screens/keys/keys-screen.tsx')).KeysScreen,
  },
  webhooks: {
    icon: Webhook,
    group: '系统',
    permission: 'settings:write',
    load: async () => (await import('./screens/webhooks/webhooks-screen.tsx')).WebhooksScreen,
  },
  signIn: {
    icon: Building2,
    group: '系统',
    permission: 'settings:read',
    load: async () => (await import('./screens/sign-in/sign-in-screen.tsx')).SignInScreen,
  },
  settings: {
    icon: Settings,
    group: '系统',
    permission: 'branding:read',
    load: async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen,
  },
  mail: {
    icon: Mail,
    group: '系统',
    permission: 'mail:read',
    load: async () => (await import('./screens/mail/mail-screen.tsx')).MailScreen,
  },
  productDetail: {
    icon: Bot,
    group: null,
    permission: 'products:read',
    load: async () => (await import('./screens/product-detail/product-screen.tsx')).AgentProductScreen,
  },
  aiProductDetail: {
    icon: Sparkles,
    group: null,
    permission: 'products:read',
    load: async () => (await import('./screens/product-detail/product-screen.tsx')).AiProductScreen,
  },
  audit: {
    icon: ScrollText,
    group: '系统',
    permission: 'audit:read',
    load: async () => (await import('./screens/audit/audit-screen.tsx')).AuditScreen,
  },
  account: {
    icon: UserRound,
    group: '系统',
    permission: null,
    load: async () => (await import('./screens/account/account-screen.tsx')).AccountScreen,
  },
}

export const SCREENS: readonly Screen[] = (Object.keys(SCREEN_DETAILS) as (keyof typeof SCREEN_DETAILS)[]).map(
  (name) => ({
    path: ADMIN_SCREENS[name].path,
    title: ADMIN_SCREENS[name].title,
    ...SCREEN_DETAILS[name],
  }),
)

/** Lists the screens that a role may see. */
export const listScreens = (role: Role): Screen[] =>
  SCREENS.filter(({ permission }) => role !== 'member' && (permission === null || can({ role }, permission)))
