import { TESTIMONIALS_PER_PAGE } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import { withHiddenFlag } from '#contracts/rules/hidden-reviews.ts'
import { TESTIMONIAL_MESSAGES } from '#contracts/testimonials/messages.ts'
import type {
  TestimonialCounts,
  TestimonialQuery,
  TestimonialRecord,
  TestimonialStatus,
} from '#contracts/testimonials/testimonial.ts'
import { ANONYMOUS_REVIEWER_NAME, CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { createReviewedProductIndex, getReviews, type ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getReviewProductId, TestimonialIndex, toReviewedProduct, toReviewRecords } from './testimonial-index.ts'

type ReviewPage = { items: TestimonialRecord[]; pagination: Pagination; counts: TestimonialCounts }

type Dependencies = {
  database: Database
  products: Pick<ProductService, 'lockProduct' | 'saveReviews'>
  audit: AuditService
}

export type TestimonialService = ReturnType<typeof createTestimonialService>

/** Creates the moderation of testimonials: listing, hiding and showing them. */
export function createTestimonialService({ database, products, audit }: Dependencies) {
  const createIndex = (catalogue: Catalogue) =>
    createReviewedProductIndex(database, { catalogue, index: new TestimonialIndex(), getItem: toReviewedProduct })
  const indexes = { agent: createIndex('agent'), ai: createIndex('ai') }

  return {
    /** Lists reviews newest first, 20 per page, including those of inactive products, and counts them by status. */
    async list({ catalogue, status, page, ...filter }: TestimonialQuery, caller: Caller): Promise<ReviewPage> {
      const catalogues = catalogue ? [catalogue] : CATALOGUES
      const searchedIndexes = await Promise.all(catalogues.map((key) => indexes[key]()))
      const matching = searchedIndexes.flatMap((index) => index.list(filter, caller))
      const counts = { shown: 0, hidden: 0 }
      for (const record of matching) counts[record.status] += 1
      const records = matching
        .filter((record) => status === undefined || record.status === status)
        .sort(compareNewestFirst)
      const limit = TESTIMONIALS_PER_PAGE
      return {
        items: records.slice((page - 1) * limit, page * limit),
        pagination: toPagination(page, limit, records.length),
        counts,
      }
    },

    /** Hides or shows a review; does nothing if it already has the status. Throws `notFound`. */
    moderate: (id: string, status: TestimonialStatus, actor: Actor): Promise<TestimonialRecord> =>
      database.write(async (transaction) => {
        const row = await products.lockProduct(transaction, getReviewProductId(id))
        const records = row ? toReviewRecords(row) : []
        const index = records.findIndex((record) => record.id === id)
        const record = records[index]
        if (!row || !record) throw notFound(TESTIMONIAL_MESSAGES.notFound)
        if (record.status === status) return record
        const reviews = getReviews(row).map((review, position) =>
          position === index ? withHiddenFlag(review, status === 'hidden') : review,
        )
        await products.saveReviews(transaction, row, reviews, actor)
        await audit.record(transaction, {
          actor,
          action: 'review.moderate',
          target: row.name,
          detail: describeModeration(record, status),
        })
        return { ...record, status }
      }),
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/
const getDay = (date: string): string => DAY.exec(date)?.[0] ?? ''

/** Compares reviews by day, newest first and free-form dates last, then by product. */
function compareNewestFirst(a: TestimonialRecord, b: TestimonialRecord): number {
  const dayA = getDay(a.date)
  const dayB = getDay(b.date)
  if (dayA !== dayB) return dayA < dayB ? 1 : -1
  if (a.product.id === b.product.id) return 0
  return a.product.name < b.product.name || (a.product.name === b.product.name && a.product.id < b.product.id) ? -1 : 1
}

/** Describes the change for the audit log. Quotes the review, since it may be edited or removed later. */
const describeModeration = ({ user, rating, comment }: TestimonialRecord, status: TestimonialStatus): string =>
  `${status === 'hidden' ? '隐藏' : '恢复显示'}：${user || ANONYMOUS_REVIEWER_NAME}，${rating.toFixed(1)}分，“${comment}”`
