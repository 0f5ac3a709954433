import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Drawer, Form, Input, Radio, Skeleton } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost, PostDecision } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { queryOf } from '../../calls/query-of.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useLeaveGuard, useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { ReportsPanel } from '../../lists/abuse-reports/reports-panel.tsx'
import { AssignmentLine } from '../../lists/assignments/assignment-line.tsx'
import { DrawerQueueButtons } from '../../lists/queue-buttons.tsx'
import { useCan } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'
import { QuestionStatus } from './question-status.tsx'

const CHANGED_CALLS = [questionModerationCalls.list, questionModerationCalls.get]

type QuestionDrawerProps = {
  isOpen: boolean
  /** '' while the next post is being loaded. */
  id: string
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** Shows a question or an answer with its author and its assignee, and the form of the decision. */
export const QuestionDrawer = ({ isOpen, id, onMove, onClose }: QuestionDrawerProps) => (
  <Drawer
    open={isOpen}
    size={640}
    title="产品问答"
    extra={<DrawerQueueButtons onMove={onMove} />}
    onClose={onClose}
    destroyOnHidden
  >
    {id === '' ? <Loading /> : <LoadedPost key={id} id={id} />}
  </Drawer>
)

const Loading = () => <Skeleton active title={false} paragraph={{ rows: 6 }} />

function LoadedPost({ id }: { id: string }) {
  const postQuery = useQuery({
    ...dataOf(queryOf(questionModerationCalls.get, { params: { id } })),
    refetchOnMount: 'always',
  })
  useLeaveGuard(`product-post:${id}`, {
    isDirty: false,
    isDirtyNow: hasUnsavedChanges,
    urlParameters: { question: id },
  })
  if (postQuery.isPending) return <Loading />
  if (!postQuery.data)
    return <LoadError error={postQuery.error} fallback={MESSAGES.listFailed} onRetry={postQuery.refetch} />
  return <PostDetails post={postQuery.data} />
}

function PostDetails({ post }: { post: ModeratedPost }) {
  const canWrite = useCan('reviews:write')
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
        <div className="pt-2">
          <QuestionStatus post={post} />
        </div>
        <AssignmentLine kind="question" id={post.id} assignment={post.assignment} changedCalls={CHANGED_CALLS} />
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
      <ReportsPanel kind="post" id={post.id} reports={post.reports} changedCalls={CHANGED_CALLS} />
      {canWrite && <DecisionForm post={post} />}
    </div>
  )
}

type DecisionFields = Pick<PostDecision, 'status'> & { reason?: string }

function DecisionForm({ post }: { post: ModeratedPost }) {
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
    },
    onError(error) {
      if (!isDeclined(error)) showServerErrors(form, error)
    },
    onSettled: () => invalidate(client, ...CHANGED_CALLS),
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
