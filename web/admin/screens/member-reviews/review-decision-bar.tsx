import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { DecisionBar } from '../../lists/bulk-decisions/decision-bar.tsx'
import type { DecisionSelection, QueueItem } from '../../lists/bulk-decisions/use-decision-selection.ts'
import { decideReviews, MEMBER_REVIEWS_KEY } from './member-review-calls.ts'

/** Returns a review as an item of the queue. */
export const toQueueItem = ({ id, version, product, author, status }: ModeratedReview): QueueItem => ({
  id,
  version,
  name: `${author?.name ?? '会员'}对${product.name}的评价`,
  isPending: status === 'pending',
})

/** Publishes or rejects the selected reviews. */
export const ReviewDecisionBar = ({ selection }: { selection: DecisionSelection<ModeratedReview> }) => (
  <DecisionBar
    selection={selection}
    noun="条评价"
    rejectLabel="不通过"
    reasonLabel="原因（评价人会在“我的评价”和邮件中看到）"
    reasonRequired={MESSAGES.reason}
    approvalConsequence="将立即展示给读者。"
    queryKey={MEMBER_REVIEWS_KEY}
    decide={({ items, isApproved, reason }) =>
      decideReviews({ items, status: isApproved ? 'published' : 'rejected', reason })
    }
    getUrl={(id) => buildPageUrl(ADMIN_PAGES.productReviews, ADMIN_SCREENS.productReviews.parameters, { review: id })}
  />
)
