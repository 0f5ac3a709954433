import {
  AFFILIATION_LABELS,
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
} from '#contracts/member-reviews/choices.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { describeBackground } from '#contracts/rules/reviews/describe-review.ts'

type ContentPart = {
  label: string
  getText: (content: ReviewContent) => string
  /** Precedes the text. */
  prefix?: string
}

const formatRatings = ({ ratings }: ReviewContent) =>
  REVIEW_DIMENSIONS.map((dimension) => `${REVIEW_DIMENSION_LABELS[dimension]} ${ratings[dimension]}`).join('，')

const CONTENT_PARTS: readonly ContentPart[] = [
  { label: '评分', getText: formatRatings },
  { label: REVIEW_PART_LABELS.pros, getText: ({ pros }) => pros },
  { label: REVIEW_PART_LABELS.cons, getText: ({ cons }) => cons },
  { label: REVIEW_PART_LABELS.advice, getText: ({ advice }) => advice },
  { label: '使用情况', getText: describeBackground },
  { label: REVIEW_PART_LABELS.affiliation, getText: ({ affiliation }) => AFFILIATION_LABELS[affiliation] },
  { label: '署名', getText: ({ isAnonymous }) => (isAnonymous ? '匿名' : '署名'), prefix: '对读者' },
]

/** The submitted content; parts that differ from the published review also show the published text. */
export function ReviewContentList({ review }: { review: ModeratedReview }) {
  const { content, published } = review
  return (
    <section>
      <h3 className="pb-2 text-base">内容</h3>
      <dl className="flex flex-col gap-3">
        {CONTENT_PARTS.map((part) => (
          <ContentPartDetail key={part.label} part={part} content={content} published={published} />
        ))}
      </dl>
    </section>
  )
}

type ContentPartDetailProps = { part: ContentPart; content: ReviewContent; published: ReviewContent | null }

function ContentPartDetail({ part, content, published }: ContentPartDetailProps) {
  const { label, getText, prefix = '' } = part
  const text = getText(content)
  const publishedText = published ? getText(published) : text
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{text ? `${prefix}${text}` : '没有填写'}</dd>
      {publishedText !== text && (
        <dd className="mt-1 rounded-md bg-sunken px-3 py-1.5 text-sm whitespace-pre-line wrap-anywhere">
          <span className="text-muted">读者现在看到：</span>
          {publishedText || '（空）'}
        </dd>
      )}
    </div>
  )
}
