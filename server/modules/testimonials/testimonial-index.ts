/** An in-memory index of one catalogue's reviews, which are stored inside product rows. */

import { type Caller, can } from '#contracts/permissions.ts'
import { getReviewKey } from '#contracts/rules/hidden-reviews.ts'
import type { TestimonialQuery, TestimonialRecord } from '#contracts/testimonials/testimonial.ts'
import { getIndexedVersion, getReviews, type ProductRow } from '#server/modules/products/service.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { matchesSearch } from '#server/platform/search-text/pinyin.ts'
import { sha256 } from '#server/platform/sha256.ts'

type IndexedReview = { record: TestimonialRecord; user: string; comment: string }

/** A product's indexed reviews. */
type ReviewedProduct = { id: string; version: number; name: string; reviews: readonly IndexedReview[] }

type ReviewFilter = Pick<TestimonialQuery, 'search' | 'rating'>

/** The reviews of a catalogue, searchable by text and rating. */
export class TestimonialIndex {
  readonly #products = new Map<string, ReviewedProduct>()

  findVersion(id: string): number | undefined {
    return this.#products.get(id)?.version
  }

  ids(): Iterable<string> {
    return this.#products.keys()
  }

  update(changed: readonly ReviewedProduct[], removed: readonly string[]): void {
    for (const id of removed) this.#products.delete(id)
    for (const product of changed) this.#products.set(product.id, product)
  }

  /** Returns the matching reviews, in no particular order. A review matches by what the caller may read of it. */
  list({ search, rating }: ReviewFilter, caller: Caller): TestimonialRecord[] {
    const query = foldText(search)
    const canReadContacts = can(caller, 'contacts:read')
    const result: TestimonialRecord[] = []
    for (const { name, reviews } of this.#products.values()) {
      const isProductMatched = matchesSearch(name, query)
      for (const review of reviews)
        if (
          (rating === undefined || Math.floor(review.record.rating) === rating) &&
          (isProductMatched ||
            (matchesReview(review, query) && (canReadContacts || matchesReview(redactReview(review), query))))
        )
          result.push(review.record)
    }
    return result
  }
}

const toIndexedReview = (record: TestimonialRecord): IndexedReview => ({
  record,
  user: foldText(record.user),
  comment: foldText(record.comment),
})

const matchesReview = ({ user, comment }: IndexedReview, query: string): boolean =>
  comment.includes(query) || matchesSearch(user, query)

/** Returns a review as callers without access to contacts read it. */
const redactReview = ({ record }: IndexedReview): IndexedReview =>
  toIndexedReview({ ...record, user: redactContacts(record.user), comment: redactContacts(record.comment) })

/** The number of characters of a digest in a review's id. */
const DIGEST_LENGTH = 22

/**
 * Returns a review's id: its product's id and a digest of its content. `occurrence` distinguishes reviews with the same
 * content.
 */
function createReviewId(productId: string, key: string, occurrence: number): string {
  const digest = sha256(`${occurrence} ${key}`)
  return `${productId}.${digest.slice(0, DIGEST_LENGTH)}`
}

/** Returns the product id that a review's id contains. */
export const getReviewProductId = (id: string): string => id.slice(0, -(DIGEST_LENGTH + 1))

/** Returns the reviews of a row for the back office, in the row's order. */
export function toReviewRecords(row: ProductRow): TestimonialRecord[] {
  const product = { id: row.id, name: row.name, isActive: row.isActive }
  const counts = new Map<string, number>()
  return getReviews(row).map((review) => {
    const { user, rating, date, comment, isHidden } = review
    const key = getReviewKey(review)
    const occurrence = counts.get(key) ?? 0
    counts.set(key, occurrence + 1)
    return {
      id: createReviewId(row.id, key, occurrence),
      catalogue: row.catalogue,
      product,
      user,
      rating,
      date,
      comment,
      status: isHidden ? 'hidden' : 'shown',
    }
  })
}

/** Returns a product with its reviews, as the index stores it. */
export function toReviewedProduct(row: ProductRow): ReviewedProduct {
  const records = toReviewRecords(row)
  return {
    id: row.id,
    version: getIndexedVersion(row),
    name: records.length > 0 ? foldText(row.name) : '',
    reviews: records.map(toIndexedReview),
  }
}
