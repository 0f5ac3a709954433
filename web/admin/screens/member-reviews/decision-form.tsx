import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox, Form, Input, Radio } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview, ReviewDecision } from '#contracts/member-reviews/moderation.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { decideReview, memberReviewQuery } from './member-review-calls.ts'

type DecisionFields = Omit<ReviewDecision, 'version'>

const STATUS_OPTIONS = [
  { value: 'published', label: '通过，展示给读者' },
  { value: 'rejected', label: '不通过' },
]

const SUBMIT_LABELS: Record<DecisionFields['status'], string> = { published: '通过', rejected: '不通过' }

/** Decides on a review: publish it, with or without the verified badge, or reject it with a reason. */
export function DecisionForm({ review }: { review: ModeratedReview }) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<DecisionFields>()
  const status = Form.useWatch('status', form)
  const reason: string | undefined = Form.useWatch('reason', form)
  useTrackUnsavedChanges(`review-decision:${review.id}`, Boolean(reason?.trim()))
  const callConfirmed = useConfirmedCall(CONTACT_TEXTS)
  const decideMutation = useMutation({
    mutationFn: (fields: DecisionFields) =>
      callConfirmed((confirmed) =>
        decideReview(review.id, { ...toDecision(review, fields), ...(confirmed && { confirmed }) }),
      ),
    onSuccess(reply) {
      form.resetFields()
      client.setQueryData(memberReviewQuery(review.id).queryKey, reply)
      message.success(reply.message)
    },
    onError(error) {
      if (isDeclined(error)) return
      showServerErrors(form, error)
      // The review may have changed since it was loaded, so it is refetched before another decision.
      void client.invalidateQueries(memberReviewQuery(review.id))
    },
    onSettled: () => invalidate(client, reviewModerationCalls.list),
  })
  const isRejection = status === 'rejected'
  const hasPublishedVersion = review.published !== null && review.status !== 'published'
  return (
    <Form<DecisionFields>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{
        isVerified: review.isVerified && review.proof !== null,
        reason: '',
        unpublishesEarlierText: false,
      }}
      onFinish={(fields) => decideMutation.mutate(fields)}
      aria-label="审核结果"
    >
      <h3 className="pb-2 text-base">{review.status === 'pending' ? '审核' : '改判'}</h3>
      <FormError error={decideMutation.error} fallback={MESSAGES.decisionFailed} describeError={describeActionError} />
      <Form.Item name="status" rules={[{ required: true, message: '请选择审核结果' }]}>
        <Radio.Group options={STATUS_OPTIONS} aria-label="审核结果" />
      </Form.Item>
      {status === 'published' && review.proof && (
        <Form.Item name="isVerified" valuePropName="checked">
          <Checkbox>看过证明，标为“已验证”</Checkbox>
        </Form.Item>
      )}
      {isRejection && (
        <Form.Item
          label="原因"
          name="reason"
          extra="评价人会在“我的评价”和邮件中看到。"
          rules={[{ required: true, whitespace: true, message: MESSAGES.reason }]}
        >
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} showCount />
        </Form.Item>
      )}
      {isRejection && hasPublishedVersion && (
        <Form.Item name="unpublishesEarlierText" valuePropName="checked">
          <Checkbox>连同已展示的旧内容一并下架</Checkbox>
        </Form.Item>
      )}
      {isRejection && review.status === 'published' && <p className="pb-4 text-muted">这条评价将不再展示。</p>}
      <Button type="primary" htmlType="submit" danger={isRejection} loading={decideMutation.isPending}>
        {status === undefined ? '提交' : SUBMIT_LABELS[status]}
      </Button>
    </Form>
  )
}

/** Fields that aren't rendered have no value. */
const toDecision = (
  { version }: ModeratedReview,
  fields: Partial<DecisionFields> & Pick<DecisionFields, 'status'>,
) => ({
  version,
  status: fields.status,
  reason: fields.reason ?? '',
  isVerified: fields.status === 'published' && (fields.isVerified ?? false),
  unpublishesEarlierText: fields.unpublishesEarlierText ?? false,
})
