/** The statuses of submissions. Without Zod, to keep public pages small. */
export const SUBMISSION_STATUSES = ['pending', 'returned', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]
/** The statuses before a decision: a reviewer has to decide, or the vendor has to correct. */
export const OPEN_SUBMISSION_STATUSES = ['pending', 'returned'] as const satisfies readonly SubmissionStatus[]
export const SUBMISSION_STATUS_LABELS: Record<SubmissionStatus, string> = {
  pending: '待审核',
  returned: '待补正',
  approved: '已通过',
  rejected: '已拒绝',
}
