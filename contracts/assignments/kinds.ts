/** The kinds of work that are assigned. Without Zod, which the menu of the back office doesn't load. */
import type { Permission } from '../permissions.ts'

type AssignmentEntry = {
  label: string
  /** Required to do the work, and so to be assigned it. */
  permission: Permission
}

const ASSIGNMENTS = {
  lead: { label: '线索', permission: 'leads:write' },
  submission: { label: '产品提交', permission: 'submissions:write' },
  memberReview: { label: '会员评价', permission: 'reviews:write' },
  question: { label: '产品问答', permission: 'reviews:write' },
  fact: { label: '待确认的资料', permission: 'products:write' },
} as const satisfies Record<string, AssignmentEntry>

export type AssignmentKind = keyof typeof ASSIGNMENTS
export const ASSIGNMENT_KINDS = Object.keys(ASSIGNMENTS) as [AssignmentKind, ...AssignmentKind[]]

/** Returns an entry of the table without the literal types of its fields. */
export const getAssignmentEntry = (kind: AssignmentKind): AssignmentEntry => ASSIGNMENTS[kind]

/** Filters by assignee: the caller or nobody; other values are user ids. */
export const ASSIGNEES = { me: 'me', none: 'none' } as const
