/**
 * The statuses of published evaluations and of vendors' statements. Without Zod, so that public pages don't load it.
 */
export const PUBLIC_STATUSES = ['valid', 'expired'] as const
export const PUBLICATION_STATUSES = [...PUBLIC_STATUSES, 'withdrawn', 'replaced'] as const
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number]
export const PUBLICATION_STATUS_LABELS: Record<PublicationStatus, string> = {
  valid: '有效',
  expired: '已过期',
  withdrawn: '已撤回',
  replaced: '已替换',
}

export const STATEMENT_STATUSES = ['pending', 'approved', 'rejected', 'replaced'] as const
export type StatementStatus = (typeof STATEMENT_STATUSES)[number]
export const STATEMENT_STATUS_LABELS: Record<StatementStatus, string> = {
  pending: '待审核',
  approved: '已展示',
  rejected: '未通过',
  replaced: '已替换',
}
