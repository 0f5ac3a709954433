import type { ReportReason } from '#contracts/abuse-reports/reasons.ts'

export type AbuseReportTables = {
  abuseReports: AbuseReportsTable
}

/** Reports of published texts; exactly one of `reviewId` and `postId` is set. */
type AbuseReportsTable = {
  id: string
  reviewId: string | null
  postId: string | null
  userId: string
  reason: ReportReason
  words: string
  reportedAt: string
  /** When a moderator decided that the text may stay; the report remains, so that a repeat changes nothing. */
  dismissedAt: string | null
}
