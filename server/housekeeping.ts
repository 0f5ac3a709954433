/** Housekeeping: the hourly tasks that only one node runs at a time. */
import { HOUR_MS } from '#contracts/durations.ts'
import type { AnalyticsService } from './modules/analytics/service.ts'
import type { DraftService } from './modules/drafts/service.ts'
import type { EvaluationProjectService } from './modules/evaluation-projects/service.ts'
import type { FactService } from './modules/facts/service.ts'
import type { FileService } from './modules/files/service.ts'
import type { MailService } from './modules/mail/service.ts'
import type { MemberReviewService } from './modules/member-reviews/service.ts'
import type { ProductService } from './modules/products/service.ts'
import type { ProductTableService } from './modules/products/tables/service.ts'
import type { ShortlistService } from './modules/shortlists/service.ts'
import type { SubmissionService } from './modules/submissions/service.ts'
import type { Clock } from './platform/clock.ts'
import { claim, findClaimEnd } from './platform/database/claims.ts'
import type { Database } from './platform/database/database.ts'
import { runIndependently } from './platform/run-independently.ts'

export const HOUSEKEEPING_MS = HOUR_MS
/** Slightly shorter than the interval, so that the claim of one run doesn't block the next. */
const CLAIM_MS = HOUSEKEEPING_MS - 60_000
const CLAIM_NAME = 'housekeeping'

/**
 * Deletes unreferenced files and data whose retention has expired: items in the recycle bins, imports, drafts, mails
 * and daily visit counts. Also updates ratings, which weigh reviews by age, announces facts that became stale, and
 * notifies owners whose shortlist results have changed. Returns whether it ran. Throws the errors of failed tasks after
 * the others have run.
 */
export async function runHousekeeping(
  database: Database,
  clock: Clock,
  {
    files,
    products,
    productTables,
    facts,
    submissions,
    drafts,
    mail,
    analytics,
    evaluationProjects,
    memberReviews,
    shortlists,
  }: {
    files: FileService
    products: ProductService
    productTables: ProductTableService
    facts: FactService
    submissions: SubmissionService
    drafts: DraftService
    mail: MailService
    analytics: AnalyticsService
    evaluationProjects: EvaluationProjectService
    memberReviews: MemberReviewService
    shortlists: ShortlistService
  },
): Promise<boolean> {
  if (!(await claim(database, clock, CLAIM_NAME, CLAIM_MS))) return false
  await runIndependently([
    () => products.purge(),
    () => productTables.imports.purge(),
    () => facts.review.invalidateStaleProducts(),
    () => submissions.recycleBin.purgeExpired(),
    () => submissions.attachments.deleteUnclaimed(),
    () => evaluationProjects.owned.purge(),
    () => memberReviews.purge(),
    () => memberReviews.refreshRatings(),
    () => shortlists.sendChangeNotifications(),
    () => files.deleteUnreferenced(),
    () => drafts.deleteExpired(),
    () => mail.outbox.deleteExpired(),
    () => analytics.visits.deleteExpired(),
  ])
  return true
}

/** Returns when housekeeping last started, on any node; `null` before the first run. */
export async function findLastHousekeeping(database: Database): Promise<string | null> {
  const claimEnd = await findClaimEnd(database, CLAIM_NAME)
  return claimEnd === undefined ? null : new Date(Date.parse(claimEnd) - CLAIM_MS).toISOString()
}
