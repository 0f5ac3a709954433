import {
  getPendingWorkEntry,
  PENDING_WORK_KINDS,
  type PendingWork,
  type PendingWorkKind,
} from '#contracts/pending-work/pending-work.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import type { AssignmentService } from '#server/modules/assignments/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { LeadService } from '#server/modules/leads/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { MemberReviewService } from '#server/modules/member-reviews/service.ts'
import type { ProductQuestionService } from '#server/modules/product-questions/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { SubmissionReviewService } from '#server/modules/submission-review/service.ts'
import type { VendorOrganisationService } from '#server/modules/vendors/service.ts'

type Dependencies = {
  leads: Pick<LeadService, 'countNew' | 'countLate' | 'countUnassigned'>
  submissionReview: Pick<
    SubmissionReviewService,
    'countPending' | 'countLate' | 'countUnassigned' | 'countUnread' | 'countPendingUnread'
  >
  memberReviews: {
    moderation: Pick<
      MemberReviewService['moderation'],
      'countPending' | 'countLate' | 'countUnassigned' | 'countReported' | 'countPendingReported'
    >
  }
  productQuestions: {
    moderation: Pick<
      ProductQuestionService['moderation'],
      'countPending' | 'countLate' | 'countUnassigned' | 'countReported'
    >
  }
  publishedEvaluations: { statements: Pick<PublishedEvaluationService['statements'], 'countPending'> }
  vendorOrganisations: { staff: Pick<VendorOrganisationService['staff'], 'countPending'> }
  facts: { review: Pick<FactService['review'], 'countDisputes' | 'countLate'> }
  mail: { outbox: Pick<MailService['outbox'], 'count'> }
  assignments: Pick<AssignmentService, 'listOwn'>
}

export type PendingWorkService = ReturnType<typeof createPendingWorkService>

/** Creates the service that counts what waits for the staff. Each list counts its own rows. */
export function createPendingWorkService({
  leads,
  submissionReview,
  memberReviews,
  productQuestions,
  publishedEvaluations,
  vendorOrganisations,
  facts,
  mail,
  assignments,
}: Dependencies) {
  const counters: Record<PendingWorkKind, () => Promise<number>> = {
    lateLeads: leads.countLate,
    lateSubmissions: submissionReview.countLate,
    lateReviews: memberReviews.moderation.countLate,
    lateQuestions: productQuestions.moderation.countLate,
    lateFacts: facts.review.countLate,
    unassignedLeads: leads.countUnassigned,
    unassignedSubmissions: submissionReview.countUnassigned,
    unassignedReviews: memberReviews.moderation.countUnassigned,
    unassignedQuestions: productQuestions.moderation.countUnassigned,
    failedMails: async () => (await mail.outbox.count()).failed,
    reportedReviews: memberReviews.moderation.countReported,
    reportedQuestions: productQuestions.moderation.countReported,
    newLeads: leads.countNew,
    pendingSubmissions: submissionReview.countPending,
    unreadMessages: submissionReview.countUnread,
    pendingReviews: memberReviews.moderation.countPending,
    pendingQuestions: productQuestions.moderation.countPending,
    pendingStatements: publishedEvaluations.statements.countPending,
    vendorRequests: vendorOrganisations.staff.countPending,
    disputedFacts: facts.review.countDisputes,
  }

  const overlapCounters: Partial<Record<PendingWorkKind, () => Promise<number>>> = {
    reportedReviews: memberReviews.moderation.countPendingReported,
    unreadMessages: submissionReview.countPendingUnread,
  }

  return {
    /** Lists the open work that is assigned to the caller, late first. */
    listOwn: assignments.listOwn,

    /** Counts the work that the caller may do, most urgent first. */
    list: (caller: Caller): Promise<PendingWork[]> =>
      Promise.all(
        PENDING_WORK_KINDS.filter((kind) => can(caller, getPendingWorkEntry(kind).permission)).map(async (kind) => ({
          kind,
          count: await counters[kind](),
          alsoCounted: (await overlapCounters[kind]?.()) ?? 0,
        })),
      ),
  }
}
