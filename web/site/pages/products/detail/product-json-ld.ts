import { RATING } from '#contracts/limits.ts'
import type { ProductReview, RatedProduct } from '#contracts/products/product.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import { toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'

const SAMPLE_MARKER = '示例'
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/

/**
 * Returns a product as schema.org JSON-LD. `aggregateRating` is the members' rating, if there are enough reviews;
 * `review` lists the editors' comments. Sample products have neither.
 */
export function createProductJsonLd(product: RatedProduct, url: string, publicUrl: string): object {
  const { name, slogan, description, category, logoUrl, rating, memberRating, reviews, screenshots } = product
  const isSample = product.isSample || name.includes(SAMPLE_MARKER)
  return {
    '@context': 'https://schema.org',
    // schema.org defines `screenshot` for software only.
    '@type': screenshots.length > 0 ? ['Product', 'SoftwareApplication'] : 'Product',
    name,
    description: description || slogan,
    url,
    ...(category ? { category } : {}),
    ...(logoUrl.startsWith('/') ? { image: publicUrl + logoUrl } : {}),
    ...(screenshots.length > 0
      ? { screenshot: screenshots.map((screenshot) => createScreenshotJsonLd(screenshot, publicUrl)) }
      : {}),
    ...(!isSample && memberRating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: memberRating.rating,
            bestRating: RATING.max,
            worstRating: RATING.min,
            reviewCount: memberRating.count,
          },
        }
      : {}),
    ...(!isSample && rating !== null && reviews.length > 0 ? { review: reviews.map(createReviewJsonLd) } : {}),
  }
}

const createScreenshotJsonLd = ({ url, caption, width, height }: Screenshot, publicUrl: string): object => ({
  '@type': 'ImageObject',
  contentUrl: publicUrl + url,
  thumbnailUrl: publicUrl + toSmallScreenshot(url),
  caption,
  width,
  height,
})

const createReviewJsonLd = ({ user, rating, date, comment }: ProductReview): object => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: user },
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: RATING.max },
  ...(ISO_DATE.test(date) ? { datePublished: date.slice(0, 10) } : {}),
  reviewBody: comment,
})
