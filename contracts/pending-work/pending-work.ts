/** The work that waits for the staff: the dashboard's list, and the counts in the menu of the back office. */
import { ADMIN_SCREENS } from '../admin-pages.ts'
import { ASSIGNEES } from '../assignments/kinds.ts'
import type { Permission } from '../permissions.ts'
import { ALL } from '../vocabulary.ts'

type PendingWorkEntry = {
  label: string
  /** The screen that lists this work, and the query that makes it list nothing else. */
  screen: keyof typeof ADMIN_SCREENS
  query: Readonly<Record<string, string>>
  /** Required to do the work, and so to see the entry. */
  permission: Permission
  /** Whether a deadline has passed. Late work is part of the screen's other work, and isn't added to its count. */
  isLate?: true
  /** Whether nobody has been assigned it. Such work is part of the screen's other work, too. */
  isUnassigned?: true
}

/** Every kind of work, most urgent first. */
const PENDING_WORK = {
  lateLeads: {
    label: '逾期的线索',
    screen: 'leads',
    query: { late: 'true' },
    permission: 'leads:write',
    isLate: true,
  },
  lateSubmissions: {
    label: '逾期未审核的提交',
    screen: 'submissionReview',
    query: { late: 'true' },
    permission: 'submissions:write',
    isLate: true,
  },
  lateReviews: {
    label: '逾期未审核的会员评价',
    screen: 'reviews',
    query: { status: 'pending', late: 'true' },
    permission: 'reviews:write',
    isLate: true,
  },
  lateQuestions: {
    label: '逾期未审核的问答',
    screen: 'reviews',
    query: { view: 'questions', status: 'pending', late: 'true' },
    permission: 'reviews:write',
    isLate: true,
  },
  lateFacts: {
    label: '逾期未确认的资料',
    screen: 'facts',
    query: { view: 'stale', late: 'true' },
    permission: 'products:write',
    isLate: true,
  },
  unassignedLeads: {
    label: '无人负责的新线索',
    screen: 'leads',
    query: { status: 'new', owner: ASSIGNEES.none },
    permission: 'leads:write',
    isUnassigned: true,
  },
  unassignedSubmissions: {
    label: '无人负责的提交',
    screen: 'submissionReview',
    query: { status: 'pending', assignee: ASSIGNEES.none },
    permission: 'submissions:write',
    isUnassigned: true,
  },
  unassignedReviews: {
    label: '无人负责的会员评价',
    screen: 'reviews',
    query: { status: 'pending', assignee: ASSIGNEES.none },
    permission: 'reviews:write',
    isUnassigned: true,
  },
  unassignedQuestions: {
    label: '无人负责的问答',
    screen: 'reviews',
    query: { view: 'questions', status: 'pending', assignee: ASSIGNEES.none },
    permission: 'reviews:write',
    isUnassigned: true,
  },
  failedMails: {
    label: '发送失败的邮件',
    screen: 'mail',
    query: { tab: 'outbox', status: 'failed' },
    permission: 'mail:write',
  },
  reportedReviews: {
    label: '被举报的会员评价',
    screen: 'reviews',
    query: { status: ALL, reported: 'true' },
    permission: 'reviews:write',
  },
  reportedQuestions: {
    label: '被举报的问答',
    screen: 'reviews',
    query: { view: 'questions', status: ALL, reported: 'true' },
    permission: 'reviews:write',
  },
  newLeads: { label: '待联系的新线索', screen: 'leads', query: { status: 'new' }, permission: 'leads:write' },
  pendingSubmissions: {
    label: '待审核的提交',
    screen: 'submissionReview',
    query: { status: 'pending' },
    permission: 'submissions:write',
  },
  unreadMessages: {
    label: '有未读消息的提交',
    screen: 'submissionReview',
    query: { status: ALL, unread: 'true' },
    permission: 'submissions:write',
  },
  pendingReviews: {
    label: '待审核的会员评价',
    screen: 'reviews',
    query: { status: 'pending' },
    permission: 'reviews:write',
  },
  pendingQuestions: {
    label: '待审核的问答',
    screen: 'reviews',
    query: { view: 'questions', status: 'pending' },
    permission: 'reviews:write',
  },
  pendingStatements: {
    label: '待审核的厂商声明',
    screen: 'publishedEvaluations',
    query: { view: 'statements' },
    permission: 'evaluations:publish',
  },
  vendorRequests: {
    label: '待审核的厂商组织',
    screen: 'vendorOrganisations',
    query: { view: 'requests' },
    permission: 'submissions:write',
  },
  disputedFacts: {
    label: '说法不一的资料',
    screen: 'facts',
    query: { view: 'disputed' },
    permission: 'products:write',
  },
} as const satisfies Record<string, PendingWorkEntry>

export type PendingWorkKind = keyof typeof PENDING_WORK
export const PENDING_WORK_KINDS = Object.keys(PENDING_WORK) as [PendingWorkKind, ...PendingWorkKind[]]

/** Returns an entry of the table without the literal types of its fields. */
export const getPendingWorkEntry = (kind: PendingWorkKind): PendingWorkEntry => PENDING_WORK[kind]

/** Returns the URL of the list that contains exactly the work of a kind. */
export function getPendingWorkUrl(kind: PendingWorkKind): string {
  const { screen, query } = getPendingWorkEntry(kind)
  return `${ADMIN_SCREENS[screen].path}?${new URLSearchParams(query)}`
}

/** `alsoCounted` of the items are counted by another kind of the same screen, too. */
export type PendingWork = { kind: PendingWorkKind; count: number; alsoCounted: number }

/** The work that waits on one screen; `isLate` if a deadline of it has passed. */
export type ScreenWork = { count: number; isLate: boolean }

/** Sums up the work by the path of its screen. Screens on which nothing waits are absent. */
export function sumWorkByPath(work: readonly PendingWork[]): Map<string, ScreenWork> {
  const sums = new Map<string, ScreenWork>()
  for (const { kind, count, alsoCounted } of work) {
    if (count === 0) continue
    const { screen, isLate = false, isUnassigned = false } = getPendingWorkEntry(kind)
    const { path } = ADMIN_SCREENS[screen]
    const sum = sums.get(path) ?? { count: 0, isLate: false }
    const added = isLate || isUnassigned ? 0 : count - alsoCounted
    sums.set(path, { count: sum.count + added, isLate: sum.isLate || isLate })
  }
  return sums
}
