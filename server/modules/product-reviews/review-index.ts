/** An in-memory index of one catalogue's reviews (docs/decisions/004, 042), which are stored inside product rows. */
import type { ProductReviewQuery, ProductReviewRecord } from '#contracts/product-reviews/product-review.ts'
import { getReviewKey } from '#contracts/rules/hidden-reviews.ts'
import { buildSearchText, matchesQuery, normalizeText, type SearchText } from '#contracts/rules/search-text.ts'
import { getIndexedVersion, getReviews, type ProductRow } from '#server/modules/products/service.ts'
import { sha256 } from '#server/platform/sha256.ts'

type IndexedReview = { record: ProductReviewRecord; user: SearchText; comment: string }

/** A product's indexed reviews. */
export type ReviewedProduct = { id: string; version: number; name: SearchText; reviews: readonly IndexedReview[] }

export type ReviewFilter = Pick<ProductReviewQuery, 'search' | 'rating'>

/** The reviews of a catalogue, searchable by text and rating. */
export class ProductReviewIndex {
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

  /** Returns the matching reviews, in no particular order. */
  list({ search, rating }: ReviewFilter): ProductReviewRecord[] {
    const query = normalizeText(search)
    const result: ProductReviewRecord[] = []
    for (const { name, reviews } of this.#products.values()) {
      const isProductMatched = matchesQuery(name, query)
      for (const { record, user, comment } of reviews)
        if (
          (rating === undefined || Math.floor(record.rating) === rating) &&
          (isProductMatched || comment.includes(query) || matchesQuery(user, query))
        )
          result.push(record)
    }
    return result
  }
}

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
export function toReviewRecords(row: ProductRow): ProductReviewRecord[] {
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
    name: buildSearchText(records.length > 0 ? [row.name] : []),
    reviews: records.map((record) => ({
      record,
      user: buildSearchText([record.user]),
      comment: normalizeText(record.comment),
    })),
  }
}
