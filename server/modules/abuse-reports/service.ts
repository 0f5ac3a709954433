import { randomUUID } from 'node:crypto'
import type { AbuseReport, AbuseReportInput } from '#contracts/abuse-reports/abuse-report.ts'
import { REPORT_MESSAGES as MESSAGES } from '#contracts/abuse-reports/messages.ts'
import type { ReportedKind } from '#contracts/abuse-reports/reasons.ts'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { ABUSE_REPORTS } from '#contracts/limits.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import {
  deleteReports,
  dismissReports,
  insertReport,
  isReported,
  listOpenReports,
  listReportsByUser,
  type ReportedText,
} from './store.ts'

export { deleteReports, isReported }

/** What can be reported of a kind. */
export type ReportSubject = {
  /** Finds a text, its author and its product. `isShown` if anybody may read it. */
  find(
    db: Queryable,
    id: string,
  ): Promise<{ authorId: string | null; productName: string; isShown: boolean } | undefined>
}

/** What is counted of those who report. */
export const ABUSE_REPORT_ACT = 'reports of abuse by a member'

export type AbuseReportService = ReturnType<typeof createAbuseReportService>

type Dependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  audit: AuditService
  accounts: Pick<IdentityService['accounts'], 'find'>
  subjects: Record<ReportedKind, ReportSubject>
}

const DISMISSALS = {
  review: 'member-review.dismiss-reports',
  post: 'question.dismiss-reports',
} as const satisfies Record<ReportedKind, AuditAction>

/** Returns the open reports of each of several texts, by its id. */
export async function readReports(
  db: Queryable,
  kind: ReportedKind,
  ids: readonly string[],
): Promise<(id: string) => AbuseReport[]> {
  const byText = Map.groupBy(await listOpenReports(db, kind, ids), ({ textId }) => textId)
  return (id) => (byText.get(id) ?? []).map(({ textId: _, ...shown }) => shown)
}

/** Creates the service for reports of reviews, questions and answers. Who reports is in no log that others read. */
export function createAbuseReportService({ database, clock, encryption, audit, accounts, subjects }: Dependencies) {
  const countAct = createActCounter({ clock, encryption })

  /** Counts a report. Throws `tooManyRequests` above the daily limit. */
  async function countReport(transaction: Transaction, by: string): Promise<void> {
    const { perMember, windowMs } = ABUSE_REPORTS
    if ((await countAct(transaction, { purpose: ABUSE_REPORT_ACT, by, windowMs })) > perMember)
      throw new AppError('tooManyRequests', MESSAGES.perMember(perMember), { retryAfterSeconds: windowMs / 1000 })
  }

  /** Returns a text, which its readers may no longer see. Throws `notFound`. */
  async function getText(db: Queryable, { kind, id }: ReportedText) {
    const text = await subjects[kind].find(db, id)
    if (!text) throw notFound(MESSAGES.notFound)
    return text
  }

  return {
    /** Reports a text; a repeat changes nothing. Throws `notFound`, `forbidden`, `tooManyRequests`. */
    report: ({ kind, id, reason, words }: AbuseReportInput, reporter: Pick<Actor, 'id'>): Promise<void> =>
      writeOnce(database, async (transaction) => {
        const member = await accounts.find(transaction.db, reporter.id)
        authorize(member?.role === 'member', forbidden(MESSAGES.membersOnly))
        const { authorId, isShown } = await getText(transaction.db, { kind, id })
        authorize(isShown, notFound(MESSAGES.notFound))
        authorize(authorId !== reporter.id, forbidden(MESSAGES.own))
        const row = {
          id: randomUUID(),
          reviewId: kind === 'review' ? id : null,
          postId: kind === 'post' ? id : null,
          userId: reporter.id,
          reason,
          words,
          reportedAt: timestamp(clock),
          dismissedAt: null,
        }
        if (await insertReport(transaction.db, row, kind)) await countReport(transaction, reporter.id)
      }),

    /** Dismisses the reports of a text, also of a hidden product, up to the last one that the moderator has seen. Throws `notFound`. */
    dismiss: (text: ReportedText, until: string, actor: Actor): Promise<void> =>
      writeOnce(database, async (transaction) => {
        const { productName } = await getText(transaction.db, text)
        const count = await dismissReports(transaction.db, text, { until, at: timestamp(clock) })
        if (count === 0) return
        const detail = `${count}次举报`
        await audit.record(transaction, { actor, action: DISMISSALS[text.kind], target: productName, detail })
      }),

    /** Lists a member's own reports, newest first. */
    listOwn: (userId: string) => listReportsByUser(database.read, userId),
  }
}
