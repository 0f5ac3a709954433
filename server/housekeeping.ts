/** Housekeeping: the hourly tasks that only one node runs at a time. */
import { claimHousekeeping } from './housekeeping-claim.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { runIndependently } from './platform/run-independently.ts'
import type { Services } from './services.ts'

/**
 * Deletes unreferenced files and data whose retention has expired: items in the recycle bins, imports, drafts, mails,
 * idempotency keys, keys for programs and daily counts. Also updates ratings, which weigh reviews by age, announces facts that became stale, and
 * notifies owners whose shortlist results have changed. Returns whether it ran. Throws the errors of failed tasks after
 * the others have run.
 */
export async function runHousekeeping(database: Database, clock: Clock, services: Services): Promise<boolean> {
  if (!(await claimHousekeeping(database, clock))) return false
  await runIndependently([
    () => services.products.purge(),
    () => services.productTables.imports.purge(),
    () => services.facts.review.invalidateStaleProducts(),
    () => services.submissions.recycleBin.purgeExpired(),
    () => services.submissions.attachments.deleteUnclaimed(),
    () => services.evaluationProjects.owned.purge(),
    () => services.memberReviews.purge(),
    () => services.memberReviews.refreshRatings(),
    () => services.shortlists.sendChangeNotifications(),
    () => services.files.deleteUnreferenced(),
    () => services.keys.sendReminders(),
    () => services.keys.deleteExpired(),
    () => services.drafts.deleteExpired(),
    () => services.mail.outbox.deleteExpired(),
    () => services.outbox.deleteExpired(),
    () => services.inbox.deleteExpired(),
    () => services.idempotency.deleteExpired(),
    () => services.analytics.visits.deleteExpired(),
  ])
  return true
}
