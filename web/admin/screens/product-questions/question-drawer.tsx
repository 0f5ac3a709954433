import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Drawer, Form, Input, Radio } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost, PostDecision } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useLeaveGuard, useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { useCan } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'

type QuestionDrawerProps = { post: ModeratedPost | undefined; onClose: () => void }

/** Shows a question or an answer with its author, and the form of the decision. */
export const QuestionDrawer = ({ post, onClose }: QuestionDrawerProps) => (
  <Drawer
    open={post !== undefined}
    size={640}
    title={post && `审核${POST_KIND_LABELS[post.kind]}`}
    onClose={onClose}
    destroyOnHidden
  >
    {post && <PostDetails key={post.id} post={post} onDecided={onClose} />}
  </Drawer>
)

function PostDetails({ post, onDecided }: { post: ModeratedPost; onDecided: () => void }) {
  const canWrite = useCan('reviews:write')
  useLeaveGuard(`product-post:${post.id}`, { isDirty: false, isDirtyNow: hasUnsavedChanges, urlParameters: {} })
  const { product, kind, isVendor, question, text, author, submittedAt, decidedAt, decidedBy, reason } = post
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h2 className="text-lg">
          {product.isActive ? (
            <PublicProductLink catalogue={product.catalogue} product={product} tab="questions" />
          ) : (
            product.name
          )}
        </h2>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {question !== null && <dt className="text-muted">问题</dt>}
          {question !== null && <dd className="whitespace-pre-line wrap-anywhere">{question}</dd>}
          <dt className="text-muted">{POST_KIND_LABELS[kind]}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          <dt className="text-muted">作者</dt>
          <dd className="wrap-anywhere">
            {isVendor && '厂商，'}
            {author ? `${author.name}，${author.email}` : '账号已注销，或当前账号不能查看'}
          </dd>
          <dt className="text-muted">提交时间</dt>
          <dd className="tabular-nums">{formatMinute(submittedAt)}</dd>
        </dl>
        {decidedAt && (
          <p className="pt-3 text-sm text-muted">
            {formatMinute(decidedAt)}，{decidedBy?.name ?? '系统'}审核
            {reason && `，原因：${reason}`}
          </p>
        )}
      </section>
      {canWrite && <DecisionForm post={post} onDecided={onDecided} />}
    </div>
  )
}

type DecisionFields = Pick<PostDecision, 'status'> & { reason?: string }

function DecisionForm({ post, onDecided }: { post: ModeratedPost; onDecided: () => void }) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<DecisionFields>()
  const status = Form.useWatch('status', form)
  const reason: string | undefined = Form.useWatch('reason', form)
  useTrackUnsavedChanges(`post-decision:${post.id}`, Boolean(reason?.trim()))
  const callConfirmed = useConfirmedCall(CONTACT_TEXTS)
  const decideMutation = useMutation({
    mutationFn: (fields: DecisionFields) =>
      callConfirmed((confirmed) =>
        callAdmin(questionModerationCalls.decide, {
          params: { id: post.id },
          body: {
            version: post.version,
            status: fields.status,
            reason: fields.reason ?? '',
            ...(confirmed && { confirmed }),
          },
        }),
      ),
    onSuccess(reply) {
      form.resetFields()
      message.success(reply.message)
      onDecided()
    },
    onError(error) {
      if (!isDeclined(error)) showServerErrors(form, error)
    },
    onSettled: () => invalidate(client, questionModerationCalls.list),
  })
  const isRejection = status === 'rejected'
  return (
    <Form<DecisionFields>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => decideMutation.mutate(fields)}
      aria-label="审核结果"
    >
      <h3 className="pb-2 text-base">{post.status === 'pending' ? '审核' : '改判'}</h3>
      <FormError error={decideMutation.error} fallback={MESSAGES.decisionFailed} describeError={describeActionError} />
      <Form.Item name="status" rules={[{ required: true, message: '请选择审核结果' }]}>
        <Radio.Group
          options={[
            { value: 'published', label: '通过，展示给读者' },
            { value: 'rejected', label: '不通过' },
          ]}
          aria-label="审核结果"
        />
      </Form.Item>
      {isRejection && (
        <Form.Item
          label="原因"
          name="reason"
          extra="作者会在“我的问答”和邮件中看到。"
          rules={[{ required: true, whitespace: true, message: MESSAGES.reason }]}
        >
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} showCount />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" danger={isRejection} loading={decideMutation.isPending}>
        {isRejection ? '不通过' : '提交'}
      </Button>
    </Form>
  )
}
