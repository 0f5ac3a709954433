import { Checkbox, Form } from 'antd'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { type ModerationFields, ModerationForm } from '../../lists/moderation/moderation-form.tsx'
import { decideReview } from './member-review-calls.ts'

/** Fields that aren't rendered have no value. */
type DecisionFields = ModerationFields & { isVerified?: boolean; unpublishesEarlierText?: boolean }

/** Decides on a review: publish it, with or without the verified badge, or reject it with a reason. */
export function DecisionForm({ review }: { review: ModeratedReview }) {
  const hasPublishedVersion = review.published !== null && review.status !== 'published'
  return (
    <ModerationForm<DecisionFields>
      draft={`review-decision:${review.id}`}
      isPending={review.status === 'pending'}
      initialValues={{ isVerified: review.isVerified && review.proof !== null }}
      reasonHint="评价人会在“我的评价”和邮件中看到。"
      missingReason={MESSAGES.reason}
      failureMessage={MESSAGES.decisionFailed}
      decide={(fields, isConfirmed) =>
        decideReview(review.id, { ...toDecision(review, fields), ...(isConfirmed && { confirmed: true }) })
      }
      changedCalls={[reviewModerationCalls.list, reviewModerationCalls.get]}
    >
      {(status) => (
        <>
          {status === 'published' && review.proof && (
            <Form.Item name="isVerified" valuePropName="checked">
              <Checkbox>看过证明，标为“已验证”</Checkbox>
            </Form.Item>
          )}
          {status === 'rejected' && hasPublishedVersion && (
            <Form.Item name="unpublishesEarlierText" valuePropName="checked">
              <Checkbox>连同已展示的旧内容一并下架</Checkbox>
            </Form.Item>
          )}
          {status === 'rejected' && review.status === 'published' && (
            <p className="pb-4 text-muted">这条评价将不再展示。</p>
          )}
        </>
      )}
    </ModerationForm>
  )
}

const toDecision = ({ version }: ModeratedReview, fields: DecisionFields) => ({
  version,
  status: fields.status,
  reason: fields.reason ?? '',
  isVerified: fields.status === 'published' && (fields.isVerified ?? false),
  unpublishesEarlierText: fields.unpublishesEarlierText ?? false,
})
