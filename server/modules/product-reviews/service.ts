import { REVIEWS_PER_PAGE } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import type {
  ReviewCounts,
  ReviewQuery,
  ReviewRecord,
  ReviewStatus,
} from '#contracts/product-reviews/product-review.ts'
import { marked } from '#contracts/rules/hidden-reviews.ts'
import { CATALOGUES, type Catalogue, NAMELESS_REVIEWER } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { followProducts, type ProductService, reviewsOf } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { productOfReview, ReviewIndex, reviewedProduct, reviewRecords } from './review-index.ts'

type ReviewPage = { items: ReviewRecord[]; pagination: Pagination; counts: ReviewCounts }

type Needs = { database: Database; products: Pick<ProductService, 'findHeld' | 'saveReviews'>; audit: AuditService }

export type ProductReviewService = ReturnType<typeof createProductReviewService>

/** What visitors say of products: looked through, and hidden from visitors or shown again. */
export function createProductReviewService({ database, products, audit }: Needs) {
  const following = (catalogue: Catalogue) =>
    followProducts(database, { catalogue, scope: 'live', index: new ReviewIndex(), itemOf: reviewedProduct })
  const indexes = { agent: following('agent'), ai: following('ai') }

  return {
    /** The newest first, 20 a page, of inactive products too; the counts are of what the other filters leave. */
    async list({ catalogue, status, page, ...question }: ReviewQuery): Promise<ReviewPage> {
      const searched = await Promise.all((catalogue ? [catalogue] : CATALOGUES).map((each) => indexes[each]()))
      const found = searched.flatMap((index) => index.find(question))
      const counts = { shown: 0, hidden: 0 }
      for (const record of found) counts[record.status] += 1
      const listed = (status ? found.filter((record) => record.status === status) : found).sort(newestFirst)
      const limit = REVIEWS_PER_PAGE
      return {
        items: listed.slice((page - 1) * limit, page * limit),
        pagination: { current: page, total: Math.ceil(listed.length / limit), limit, totalItems: listed.length },
        counts,
      }
    },

    /** Hides a review or shows it again; one that is so already stays as it is. Throws `notFound`. */
    moderate: (id: string, status: ReviewStatus, actor: Actor): Promise<ReviewRecord> =>
      database.write(async (write) => {
        const row = await products.findHeld(write, productOfReview(id))
        const records = row ? reviewRecords(row) : []
        const at = records.findIndex((record) => record.id === id)
        const record = records[at]
        if (!row || !record) throw notFound(REVIEW_MESSAGES.notFound)
        if (record.status === status) return record
        const reviews = reviewsOf(row).map((review, place) =>
          place === at ? marked(review, status === 'hidden') : review,
        )
        await products.saveReviews(write, row, reviews)
        await audit.record(write, {
          actor,
          action: 'review.moderate',
          target: row.name,
          detail: inWords(record, status),
        })
        return { ...record, status }
      }),
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** By day; dates that are written otherwise stand last. Those of one day by product, each in its product's order. */
function newestFirst(a: ReviewRecord, b: ReviewRecord): number {
  const [dayA, dayB] = [a, b].map(({ date }) => DAY.exec(date)?.[0] ?? '')
  if (dayA !== dayB) return (dayA ?? '') < (dayB ?? '') ? 1 : -1
  if (a.product.id === b.product.id) return 0
  return a.product.name < b.product.name || (a.product.name === b.product.name && a.product.id < b.product.id) ? -1 : 1
}

/** The review itself may be edited or removed later: what was judged stays on record. */
const inWords = ({ user, rating, comment }: ReviewRecord, status: ReviewStatus): string =>
  `${status === 'hidden' ? '隐藏' : '恢复显示'}：${user || NAMELESS_REVIEWER}，${rating.toFixed(1)}分，“${comment}”`
