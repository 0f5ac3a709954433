import type { BulkDecisionResult } from '#contracts/bulk-decisions.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { BulkReviewDecision, ModeratedReview, ReviewDecision } from '#contracts/member-reviews/moderation.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { decideEach } from '#server/platform/decide-each.ts'

type Dependencies = {
  get: (id: string) => Promise<ModeratedReview>
  decide: (id: string, decision: ReviewDecision, actor: Actor & Caller) => Promise<unknown>
}

/** Creates the function that decides on many reviews. */
export function createBulkDecisions({ get, decide }: Dependencies) {
  /** Publishes or rejects reviews one by one, except those that a moderator has to look at. */
  return ({ items, status, reason }: BulkReviewDecision, actor: Actor & Caller): Promise<BulkDecisionResult> =>
    decideEach(items, async ({ id, version }) => {
      const review = await get(id)
      const decision = { version, status, reason, isVerified: false, unpublishesEarlierText: false }
      return {
        name: review.product.name,
        individualReason: findIndividualReason(review, decision),
        decide: () => decide(id, decision, actor),
      }
    })
}

/** Returns why a moderator has to look at a review before a decision; `undefined` if they don't. */
function findIndividualReason(review: ModeratedReview, { version, status }: ReviewDecision): string | undefined {
  // A decision that someone has made is changed individually; an older version is a conflict, or this decision again.
  if (review.status !== 'pending') return review.version === version ? MESSAGES.bulkDecided : undefined
  if (status === 'rejected') return undefined
  if (review.proof) return MESSAGES.bulkHasProof
  if (review.isVendorRelated) return MESSAGES.bulkVendorRelated
  return review.sameAddress > 0 ? MESSAGES.bulkSameAddress : undefined
}
