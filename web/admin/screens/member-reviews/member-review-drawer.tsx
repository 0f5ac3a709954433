import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Skeleton } from 'antd'
import { Download, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  AFFILIATION_LABELS,
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
} from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { describeBackground } from '#contracts/rules/reviews/describe-review.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useCan } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { getPublicPath } from '../product-detail/product-paths.ts'
import { DecisionForm } from './decision-form.tsx'
import { downloadProof, getMemberReview, memberReviewKey } from './member-review-calls.ts'
import { ReviewFlags, ReviewStatus } from './member-review-table.tsx'
import { ReplyPanel } from './reply-panel.tsx'

/** Shows one review: content, author, proof, and the decision form. */
export const MemberReviewDrawer = ({ id, onClose }: { id: string | null; onClose: () => void }) => (
  <Drawer open={id !== null} size={640} title="会员评价" onClose={onClose} destroyOnHidden>
    {id !== null && <LoadedReview key={id} id={id} />}
  </Drawer>
)

function LoadedReview({ id }: { id: string }) {
  const canWrite = useCan('reviews:write')
  const reviewQuery = useQuery({
    queryKey: memberReviewKey(id),
    queryFn: () => getMemberReview(id),
    refetchOnMount: 'always',
  })
  // The decision and the reply are separate forms, each tracking its own changes.
  useLeaveGuard(`member-review:${id}`, { isDirty: false, isDirtyNow: hasUnsavedChanges, urlParameters: { review: id } })
  if (reviewQuery.isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  if (!reviewQuery.data)
    return (
      <LoadError
        error={reviewQuery.error}
        fallback={MEMBER_REVIEW_MESSAGES.listFailed}
        onRetry={() => reviewQuery.refetch()}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <ReviewHeader review={reviewQuery.data} />
      <ReviewContentList review={reviewQuery.data} />
      <AuthorAndProof review={reviewQuery.data} />
      {canWrite && reviewQuery.data.status !== 'withdrawn' && !reviewQuery.data.isSample && (
        <DecisionForm review={reviewQuery.data} />
      )}
      {(canWrite || reviewQuery.data.reply) && reviewQuery.data.published && (
        <ReplyPanel review={reviewQuery.data} canWrite={canWrite} />
      )}
    </div>
  )
}

type ReviewProps = { review: ModeratedReview }

function ReviewHeader({ review }: ReviewProps) {
  const { product, reason, decidedAt, decidedBy } = review
  return (
    <section>
      <h2 className="text-lg">
        {product.isActive ? (
          <a
            href={`${getPublicPath(product.catalogue, product)}?tab=reviews`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5"
          >
            {product.name}
            <ExternalLink className="size-4 shrink-0" aria-label="（在新标签页打开）" />
          </a>
        ) : (
          product.name
        )}
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
        <ReviewStatus review={review} />
        <ReviewFlags review={review} />
      </div>
      {decidedAt && (
        <p className="pt-2 text-sm text-muted">
          {review.status === 'pending' && '上次：'}
          {formatMinute(decidedAt)}，{decidedBy?.name ?? '系统'}审核
          {reason && `，原因：${reason}`}
        </p>
      )}
    </section>
  )
}

const TEXT_PARTS = ['pros', 'cons', 'advice'] as const

/** The submitted content; fields that differ from the published review also show the published text. */
function ReviewContentList({ review }: ReviewProps) {
  const { content } = review
  const getPublishedText = (getText: (text: ReviewContent) => string): string | null => {
    if (!review.published || getText(review.published) === getText(content)) return null
    return getText(review.published) || '（空）'
  }
  const formatRatings = ({ ratings: values }: ReviewContent) =>
    REVIEW_DIMENSIONS.map((dimension) => `${REVIEW_DIMENSION_LABELS[dimension]} ${values[dimension]}`).join('，')
  return (
    <section>
      <h3 className="pb-2 text-base">内容</h3>
      <dl className="flex flex-col gap-3">
        <ContentPart label="评分" publishedText={getPublishedText(formatRatings)}>
          {formatRatings(content)}
        </ContentPart>
        {TEXT_PARTS.map((part) => (
          <ContentPart
            key={part}
            label={REVIEW_PART_LABELS[part]}
            publishedText={getPublishedText((text) => text[part])}
          >
            {content[part] || '没有填写'}
          </ContentPart>
        ))}
        <ContentPart label="使用情况" publishedText={getPublishedText(describeBackground)}>
          {describeBackground(content) || '没有填写'}
        </ContentPart>
        <ContentPart
          label={REVIEW_PART_LABELS.affiliation}
          publishedText={getPublishedText(({ affiliation }) => AFFILIATION_LABELS[affiliation])}
        >
          {AFFILIATION_LABELS[content.affiliation]}
        </ContentPart>
        <ContentPart
          label="署名"
          publishedText={getPublishedText(({ isAnonymous }) => (isAnonymous ? '匿名' : '署名'))}
        >
          {content.isAnonymous ? '对读者匿名' : '对读者署名'}
        </ContentPart>
      </dl>
    </section>
  )
}

type ContentPartProps = { label: string; publishedText: string | null; children: ReactNode }

const ContentPart = ({ label, publishedText, children }: ContentPartProps) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    {publishedText !== null && (
      <dd className="mt-1 rounded-md bg-sunken px-3 py-1.5 text-sm whitespace-pre-line wrap-anywhere">
        <span className="text-muted">读者现在看到：</span>
        {publishedText}
      </dd>
    )}
  </div>
)

function AuthorAndProof({ review }: ReviewProps) {
  const { proof, submittedAt } = review
  return (
    <section>
      <h3 className="pb-2 text-base">评价人与证明</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-muted">评价人</dt>
        <dd className="wrap-anywhere">
          <Author review={review} />
        </dd>
        <dt className="text-muted">提交时间</dt>
        <dd className="tabular-nums">{formatMinute(submittedAt)}</dd>
        <dt className="text-muted">使用证明</dt>
        <dd>{proof ? <Proof review={review} proof={proof} /> : '没有提供'}</dd>
      </dl>
    </section>
  )
}

function Author({ review: { author, isSample } }: ReviewProps) {
  if (!author) return isSample ? '示例评价，没有评价人' : '当前账号不能查看评价人'
  return (
    <>
      {author.name}，<a href={`mailto:${author.email}`}>{author.email}</a>
      {author.company && `，${author.company}`}
      {!author.isEmailVerified && '（邮箱未验证）'}
    </>
  )
}

function Proof({ review, proof }: ReviewProps & { proof: NonNullable<ModeratedReview['proof']> }) {
  const { message } = App.useApp()
  const canDownload = useCan('reviews:write')
  const [isLoading, setIsLoading] = useState(false)
  async function download() {
    setIsLoading(true)
    try {
      await downloadProof(review.id)
    } catch (error) {
      message.error(toErrorMessage(error, MESSAGES.downloadFailed))
    } finally {
      setIsLoading(false)
    }
  }
  if (!canDownload) return '已提供，当前账号不能查看'
  return (
    <Button
      className="h-auto min-h-11 max-w-full whitespace-normal md:min-h-8"
      icon={<Download className="size-4" aria-hidden />}
      loading={isLoading}
      onClick={() => void download()}
    >
      <span className="text-left wrap-anywhere">
        {proof.name}（{formatSize(proof.size)}）
      </span>
    </Button>
  )
}
