import { RATING } from '#contracts/limits.ts'
import type { ProductReview, PublicProduct } from '#contracts/products/product.ts'

const SAMPLE = '示例'
const DATE = /^\d{4}-\d{2}-\d{2}/

/** Returns a product as schema.org has it; ratings and reviews only if real people gave them, not those of a sample. */
export function productJsonLd(product: PublicProduct, address: string, publicUrl: string): object {
  const { name, slogan, description, category, logoUrl, rating, reviews } = product
  const isReviewed = rating !== null && reviews.length > 0 && !name.includes(SAMPLE)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description: description || slogan,
    url: address,
    ...(category ? { category } : {}),
    ...(logoUrl.startsWith('/') ? { image: publicUrl + logoUrl } : {}),
    ...(isReviewed
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating,
            bestRating: RATING.max,
            worstRating: RATING.min,
            reviewCount: reviews.length,
          },
          review: reviews.map(reviewJsonLd),
        }
      : {}),
  }
}

const reviewJsonLd = ({ user, rating, date, comment }: ProductReview): object => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: user },
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: RATING.max },
  ...(DATE.test(date) ? { datePublished: date.slice(0, 10) } : {}),
  reviewBody: comment,
})
