import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MEMBER_REVIEW_STATUS_LABELS } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview } from '#contracts/member-reviews/review.ts'
import { PAGES } from '#contracts/paths.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { EmailVerificationPrompt } from '../../account/email-verification-prompt.tsx'
import { MembersOnly } from '../../account/members-only.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { useToast } from '../../components/toast.tsx'
import { getMissingDataHead } from '../../missing-data-head.ts'
import type { SitePage } from '../../page.ts'
import { Link, useNavigate, usePathParameter } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { useQueries } from '../../site-context.tsx'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { ProductError } from '../products/product-error.tsx'
import { ReviewForm } from './review-form.tsx'
import { reviewerEligibilityQuery } from './review-queries.ts'

const SUBTITLE = '写下真实的使用经验。逐条审核后展示，您可以对读者匿名。'

export const agentReviewPage = createReviewPage('agent')
export const aiReviewPage = createReviewPage('ai')

/** Creates the page on which a member writes or edits a review of a product. */
function createReviewPage(catalogue: Catalogue): SitePage<'productReview' | 'aiProductReview'> {
  const { getProductPath, listPath, notFound } = CATALOGUE_PAGES[catalogue]
  return {
    queries: (queries, { params }) => [queries.product(catalogue, params.id ?? '')],
    head(context) {
      const { match, client, queries } = context
      const productQuery = queries.product(catalogue, match.params.id ?? '')
      const product = client.getQueryData(productQuery.queryKey)
      if (!product) return getMissingDataHead(context, productQuery, notFound)
      return { title: `评价${product.name}`, description: SUBTITLE, noIndex: true }
    },
    Component: function ReviewPage() {
      const id = usePathParameter('id')
      const { data, error, isPending, isLoadingError, refetch } = useQuery(useQueries().product(catalogue, id))
      if (isPending) return <PageSkeleton />
      if (isLoadingError)
        return <ProductError error={error} idOrName={id} listPath={listPath} onRetry={() => refetch()} />
      return (
        <>
          <PageTitle title={`评价${data.name}`} subtitle={SUBTITLE} />
          <MembersOnly invitation={<Invitation />}>
            <ReviewEditor catalogue={catalogue} product={data} path={getProductPath(data)} />
          </MembersOnly>
        </>
      )
    },
  }
}

const BENEFITS = [
  { title: '审核后展示', text: '每条评价都由人工审核；未通过会说明原因，可以修改后重新提交。' },
  { title: '对读者匿名', text: '是否署名由您决定；姓名和证明只有审核人员能看到。' },
  { title: '规则公开', text: '评分如何加权、权重是多少，都写在评分规则里。' },
] as const

const Invitation = () => (
  <ul className="grid gap-4 sm:grid-cols-3">
    {BENEFITS.map(({ title, text }) => (
      <li key={title} className="card p-5">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-muted">{text}</p>
      </li>
    ))}
  </ul>
)

type ReviewEditorProps = { catalogue: Catalogue; product: RatedProduct; path: string }

function ReviewEditor({ catalogue, product, path }: ReviewEditorProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const showToast = useToast()
  const userId = user?._id ?? ''
  const { data, error, isPending, refetch } = useQuery(reviewerEligibilityQuery(catalogue, product.id, userId))
  /** Whether there was a review when the page was opened. */
  const [hadReview, setHadReview] = useState<boolean>()
  if (data && hadReview === undefined) setHadReview(data.review !== null)
  if (isPending) return <PageSkeleton />
  if (error && !data)
    return <ErrorNotice message={toErrorMessage(error, MEMBER_REVIEW_MESSAGES.listFailed)} onRetry={() => refetch()} />
  if (data.ineligibilityReason === 'staff')
    return <BlockedNotice path={path}>{MEMBER_REVIEW_MESSAGES.membersOnly}。</BlockedNotice>
  if (data.ineligibilityReason === 'unverifiedEmail')
    return (
      <div className="shell py-10">
        <EmailVerificationPrompt reason="只有邮箱经过验证的会员可以评价。">
          <Link to={path} className={getButtonClass('outline')}>
            返回产品页面
          </Link>
        </EmailVerificationPrompt>
      </div>
    )
  return (
    <div className="shell space-y-6 py-8">
      {data.review && <StatusNote review={data.review} isNew={hadReview === false} />}
      <ReviewForm
        key={data.review?.id ?? 'new'}
        product={{ catalogue, id: product.id }}
        userId={userId}
        review={data.review}
        onSent={(message) => {
          showToast(message, 'success')
          navigate(PAGES.myReviews)
        }}
      />
    </div>
  )
}

const STATUS_NOTES = {
  pending: '您的评价正在等待审核。现在修改，会以修改后的内容审核。',
  published: '您的评价正在展示。修改后重新审核，通过之前展示的仍是原来的内容。',
  rejected: '上次提交没有通过审核，修改后可以再次提交。',
  withdrawn: '您已撤回这条评价，可以修改后重新提交。',
} as const

type StatusNoteProps = {
  review: OwnReview
  /** Whether it was sent on this visit, and its reply lost: the note then takes the focus from the sent form. */
  isNew: boolean
}

const StatusNote = ({ review: { status, reason }, isNew }: StatusNoteProps) => (
  <div
    ref={isNew ? focusElement : null}
    tabIndex={-1}
    role="status"
    className="scroll-mt-24 rounded-lg bg-indigo-tint px-4 py-3 outline-none"
  >
    <p className="font-medium">{MEMBER_REVIEW_STATUS_LABELS[status]}</p>
    <p>{STATUS_NOTES[status]}</p>
    {reason && <p className="mt-1 whitespace-pre-line">原因：{reason}</p>}
  </div>
)

const BlockedNotice = ({ path, children }: { path: string; children: ReactNode }) => (
  <div className="shell py-10">
    <p>{children}</p>
    <Link to={path} className={getButtonClass('outline', 'mt-6')}>
      返回产品页面
    </Link>
  </div>
)
