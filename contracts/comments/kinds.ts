/** What the staff comments on. */
import type { Permission } from '../permissions.ts'

/** The permission to read each kind of subject, and with it its comments. */
const SUBJECTS = {
  submission: { label: '产品提交', permission: 'submissions:read' },
  lead: { label: '咨询线索', permission: 'leads:read' },
  product: { label: '产品', permission: 'products:read' },
  document: { label: '页面内容', permission: 'content:read' },
} as const satisfies Record<string, { label: string; permission: Permission }>

export type CommentKind = keyof typeof SUBJECTS
export const COMMENT_KINDS = Object.keys(SUBJECTS) as [CommentKind, ...CommentKind[]]

/** Returns what a kind of subject is called, and the permission to read it. */
export const getCommentSubject = (kind: CommentKind): { label: string; permission: Permission } => SUBJECTS[kind]
