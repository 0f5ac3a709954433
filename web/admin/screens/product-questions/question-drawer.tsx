import { useQuery } from '@tanstack/react-query'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { ReportsPanel } from '../../lists/abuse-reports/reports-panel.tsx'
import { AssignmentLine } from '../../lists/assignments/assignment-line.tsx'
import { ModerationDrawer, ModerationSkeleton } from '../../lists/moderation/moderation-drawer.tsx'
import { ModerationForm } from '../../lists/moderation/moderation-form.tsx'
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
export const QuestionDrawer = ({ id, ...props }: QuestionDrawerProps) => (
  <ModerationDrawer title="产品问答" id={id} {...props}>
    <LoadedPost key={id} id={id} />
  </ModerationDrawer>
)

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
  if (postQuery.isPending) return <ModerationSkeleton />
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

const DecisionForm = ({ post }: { post: ModeratedPost }) => (
  <ModerationForm
    draft={`post-decision:${post.id}`}
    isPending={post.status === 'pending'}
    reasonHint="作者会在“我的问答”和邮件中看到。"
    missingReason={MESSAGES.reason}
    failureMessage={MESSAGES.decisionFailed}
    decide={({ status, reason = '' }, isConfirmed) =>
      callAdmin(questionModerationCalls.decide, {
        params: { id: post.id },
        body: { version: post.version, status, reason, ...(isConfirmed && { confirmed: true }) },
      })
    }
    changedCalls={CHANGED_CALLS}
  />
)
