import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { DownloadButton } from '../../components/download-button.tsx'
import { useCan } from '../../session/session.ts'
import { downloadProof } from './member-review-calls.ts'

type ReviewProps = { review: ModeratedReview }

/** Who wrote a review, and the proof that they use the product. */
export function ReviewAuthor({ review }: ReviewProps) {
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

function Author({ review }: ReviewProps) {
  const { author, isSample } = review
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
  const canDownload = useCan('reviews:write')
  if (!canDownload) return '已提供，当前账号不能查看'
  return (
    <DownloadButton onDownload={() => downloadProof(review.id)}>
      {proof.name}（{formatSize(proof.size)}）
    </DownloadButton>
  )
}
