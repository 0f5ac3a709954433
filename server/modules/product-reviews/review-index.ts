/** The reviews of one catalogue, in memory (docs/decisions/004): in rows they are parts of products. */

import type { ReviewQuery, ReviewRecord } from '#contracts/product-reviews/product-review.ts'
import { reviewWords } from '#contracts/rules/hidden-reviews.ts'
import { matches, normalised, type SearchText, searchTextOf } from '#contracts/rules/search-text.ts'
import { type ProductRow, reviewsOf } from '#server/modules/products/service.ts'
import { sha256 } from '#server/platform/sha256.ts'

type IndexedReview = { record: ReviewRecord; user: SearchText; comment: string }

/** What the index keeps of a row. */
export type ReviewedProduct = { id: string; version: number; name: SearchText; reviews: readonly IndexedReview[] }

export type ReviewQuestion = Pick<ReviewQuery, 'search' | 'rating'>

export class ReviewIndex {
  readonly #products = new Map<string, ReviewedProduct>()

  versionOf(id: string): number | undefined {
    return this.#products.get(id)?.version
  }

  ids(): Iterable<string> {
    return this.#products.keys()
  }

  update(changed: readonly ReviewedProduct[], removed: readonly string[]): void {
    for (const id of removed) this.#products.delete(id)
    for (const product of changed) this.#products.set(product.id, product)
  }

  /** The reviews that answer, in no order. */
  find({ search, rating }: ReviewQuestion): ReviewRecord[] {
    const words = normalised(search)
    const found: ReviewRecord[] = []
    for (const { name, reviews } of this.#products.values()) {
      const isOfProduct = matches(name, words)
      for (const { record, user, comment } of reviews)
        if (
          (rating === undefined || Math.floor(record.rating) === rating) &&
          (isOfProduct || comment.includes(words) || matches(user, words))
        )
          found.push(record)
    }
    return found
  }
}

const DIGEST_LENGTH = 22

/** A review's id: its product's, and a digest of what it says. Of several that say the same, `nth` tells them apart. */
function reviewId(productId: string, words: string, nth: number): string {
  const digest = sha256(`${nth} ${words}`)
  return `${productId}.${digest.slice(0, DIGEST_LENGTH)}`
}

/** The product that a review's id names. */
export const productOfReview = (id: string): string => id.slice(0, -(DIGEST_LENGTH + 1))

/** A row's reviews as the back office lists them, in the row's order. */
export function reviewRecords(row: ProductRow): ReviewRecord[] {
  const product = { id: row.id, name: row.name, isActive: row.isActive }
  const counts = new Map<string, number>()
  return reviewsOf(row).map((review) => {
    const { user, rating, date, comment, isHidden } = review
    const words = reviewWords(review)
    const nth = counts.get(words) ?? 0
    counts.set(words, nth + 1)
    return {
      ...{ id: reviewId(row.id, words, nth), catalogue: row.catalogue, product, user, rating, date, comment },
      status: isHidden ? 'hidden' : 'shown',
    }
  })
}

export function reviewedProduct(row: ProductRow): ReviewedProduct {
  const records = reviewRecords(row)
  return {
    ...{ id: row.id, version: row.version, name: searchTextOf(records.length > 0 ? [row.name] : []) },
    reviews: records.map((record) => ({
      record,
      user: searchTextOf([record.user]),
      comment: normalised(record.comment),
    })),
  }
}
