import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES } from '#contracts/paths.ts'
import type {
  ApprovalInfo,
  PossibleDuplicateProduct,
  PossibleDuplicateSubmission,
} from '#contracts/submission-review/approval.ts'
import { DUPLICATE_REASON_LABELS, type DuplicateReason } from '#contracts/submission-review/duplicate-reasons.ts'
import { formatDay } from '../../../shared/formats.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { SubmissionStatusTag } from './submission-status-tag.tsx'

type SimilarItemsProps = Pick<ApprovalInfo, 'products' | 'submissions'>

/** The products and other submissions that a submission resembles. */
export const SimilarItems = ({ products, submissions }: SimilarItemsProps) => (
  <ul aria-label="相似的产品与提交" className="flex flex-col divide-y divide-line rounded-lg border border-line">
    {products.map((product) => (
      <ProductEntry key={product.id} product={product} />
    ))}
    {submissions.map((submission) => (
      <SubmissionEntry key={submission._id} submission={submission} />
    ))}
  </ul>
)

const ENTRY_CLASS = 'flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-1.5 text-sm'

function ProductEntry({
  product: { id, name, company, category, isActive, reason },
}: {
  product: PossibleDuplicateProduct
}) {
  return (
    <li className={ENTRY_CLASS}>
      <DuplicateReasonTag reason={reason} />
      {isActive ? (
        <a href={PAGES.product(id)} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        <span>{name}（已下架）</span>
      )}
      <span className="text-muted">{['目录中的产品', company, category].filter((text) => text !== '').join('，')}</span>
    </li>
  )
}

function SubmissionEntry({ submission }: { submission: PossibleDuplicateSubmission }) {
  const { _id, productName, companyName, status, createdAt, reason } = submission
  const { parameters } = ADMIN_SCREENS.submissionReview
  return (
    <li className={ENTRY_CLASS}>
      <DuplicateReasonTag reason={reason} />
      <a
        href={buildPageUrl(ADMIN_PAGES.submissionReview, parameters, { id: _id })}
        target="_blank"
        rel="noopener noreferrer"
      >
        {productName}
      </a>
      <span className="text-muted">
        {companyName}，{formatDay(createdAt)}提交
      </span>
      <SubmissionStatusTag status={status} />
    </li>
  )
}

const DUPLICATE_REASON_TONES: Record<DuplicateReason, string> = {
  sameName: 'red',
  similarName: 'orange',
  sameCompany: 'gray',
}

const DuplicateReasonTag = ({ reason }: { reason: DuplicateReason }) => (
  <ToneTag tone={DUPLICATE_REASON_TONES[reason]}>{DUPLICATE_REASON_LABELS[reason]}</ToneTag>
)
