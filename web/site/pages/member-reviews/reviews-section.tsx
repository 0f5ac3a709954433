import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useRef } from 'react'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewListQuery, ReviewPage } from '#contracts/member-reviews/review.ts'
import { REVIEW_SORT_LABELS, REVIEW_SORTS, type ReviewSort } from '#contracts/member-reviews/sorts.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { RatingSummary } from './rating-summary.tsx'
import { ReviewCard } from './review-card.tsx'
import { reviewerEligibilityQuery } from './review-queries.ts'
import type { ReviewedProduct } from './reviewed-product.ts'
import { Testimonials } from './testimonials.tsx'

const WriteReviewLink = ({ product }: { product: ReviewedProduct }) => (
  <Link
    to={CATALOGUE_PAGES[product.catalogue].getReviewPath(product.id)}
    className={getButtonClass('primary', 'shrink-0')}
    data-print="none"
  >
    <PenLine className="size-4" aria-hidden />
    写评价
  </Link>
)

type ReviewsSectionProps = {
  catalogue: Catalogue
  product: Pick<PublicProduct, 'id' | 'reviews'>
  /** The product's id or name in the URL, so that the query key equals that of the server. */
  idOrName: string
  /** The path of the page. */
  path: string
}

const { parameters } = SITE_PAGES.product

/**
 * A product's reviews: the members' reviews with their summary, then the editors' comments. Sort order and page number
 * are in the URL; the page must declare `queries.reviews` among its queries, so that the server renders the reviews.
 */
export function ReviewsSection({ catalogue, product, idOrName, path }: ReviewsSectionProps) {
  const { query } = usePageQuery(parameters)
  const { sort, page } = query
  const { data, error, isPending, refetch } = useQuery({
    ...useQueries().reviews(catalogue, idOrName, { sort, page }),
    placeholderData: keepPreviousData,
  })
  const getUrl = (change: Partial<ReviewListQuery>) =>
    buildPageUrl(path, parameters, { ...query, tab: 'reviews', ...change })
  if (isPending) return <div className="min-h-60" aria-busy />
  if (error && !data)
    return <ErrorNotice message={toErrorMessage(error, MEMBER_REVIEW_MESSAGES.listFailed)} onRetry={() => refetch()} />
  const reviewedProduct = { catalogue, id: product.id }
  const hasMemberReviews = data.data.summary.count > 0
  return (
    <div className="space-y-10">
      {hasMemberReviews ? (
        <MemberReviews product={reviewedProduct} page={data} sort={sort} getUrl={getUrl} />
      ) : (
        <NoMemberReviews product={reviewedProduct} hasEditorialComments={product.reviews.length > 0} />
      )}
      <Testimonials comments={product.reviews} />
    </div>
  )
}

type NoMemberReviewsProps = { product: ReviewedProduct; hasEditorialComments: boolean }

function NoMemberReviews({ product, hasEditorialComments }: NoMemberReviewsProps) {
  if (hasEditorialComments)
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">还没有会员评价。</p>
        <WriteReviewLink product={product} />
      </div>
    )
  return (
    <EmptyNotice message={SITE_MESSAGES.reviewsEmpty}>
      <p className="max-w-prose text-muted" data-print="none">
        用过这个产品？写下优点、不足与建议，帮同行少走弯路。
      </p>
      <WriteReviewLink product={product} />
    </EmptyNotice>
  )
}

type MemberReviewsProps = {
  product: ReviewedProduct
  page: ReviewPage
  sort: ReviewSort
  getUrl: (change: Partial<ReviewListQuery>) => string
}

function MemberReviews({ product, page: { data, pagination }, sort, getUrl }: MemberReviewsProps) {
  const top = useRef<HTMLDivElement>(null)
  const { user } = useSession()
  const { data: reviewerEligibility } = useQuery({
    ...reviewerEligibilityQuery(product.catalogue, product.id, user?._id ?? ''),
    enabled: user !== null,
  })
  return (
    <section aria-labelledby="member-reviews">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="member-reviews" className="text-xl">
          会员评价
        </h2>
        <WriteReviewLink product={product} />
      </div>
      <RatingSummary summary={data.summary} />
      <div ref={top} tabIndex={-1} className="mt-5 scroll-mt-24 outline-none">
        <SortLinks sort={sort} getUrl={getUrl} />
      </div>
      {data.reviews.length === 0 ? (
        <EmptyNotice message={`没有第${pagination.current}页，共${pagination.total}页`}>
          <Link to={getUrl({ page: 1 })} className={getButtonClass('outline')}>
            回到第1页
          </Link>
        </EmptyNotice>
      ) : (
        <div className="mt-4 border-b border-line">
          {data.reviews.map((review) => (
            <ReviewCard key={review.id} review={review} product={product} reviewerEligibility={reviewerEligibility} />
          ))}
        </div>
      )}
      <div className="mt-6">
        <Pagination
          current={pagination.current}
          total={pagination.total}
          getUrl={(page) => getUrl({ page })}
          onChoose={() => top.current?.focus()}
        />
      </div>
    </section>
  )
}

const SortLinks = ({ sort, getUrl }: Pick<MemberReviewsProps, 'sort' | 'getUrl'>) => (
  <nav aria-label="评价排序" data-print="none">
    <ul className="flex flex-wrap gap-1">
      {REVIEW_SORTS.map((option) => (
        <li key={option}>
          <Link
            to={getUrl({ sort: option, page: 1 })}
            aria-current={option === sort ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-lg px-3 text-sm text-muted hover:bg-sunken hover:text-ink aria-current:bg-indigo-tint aria-current:font-medium aria-current:text-indigo"
          >
            {REVIEW_SORT_LABELS[option]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
