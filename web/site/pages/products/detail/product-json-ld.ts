import { RATING } from '#contracts/limits.ts'
import type { RatedProduct, Testimonial } from '#contracts/products/product.ts'
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
  const hasScreenshots = screenshots.length > 0
  const hasReviews = !isSample && rating !== null && reviews.length > 0
  // Properties that are undefined are left out of the JSON.
  return {
    '@context': 'https://schema.org',
    // schema.org defines `screenshot` for software only.
    '@type': hasScreenshots ? ['Product', 'SoftwareApplication'] : 'Product',
    name,
    description: description || slogan,
    url,
    category: category || undefined,
    image: logoUrl.startsWith('/') ? publicUrl + logoUrl : undefined,
    screenshot: hasScreenshots
      ? screenshots.map((screenshot) => createScreenshotJsonLd(screenshot, publicUrl))
      : undefined,
    aggregateRating: !isSample && memberRating ? createRatingJsonLd(memberRating) : undefined,
    review: hasReviews ? reviews.map(createReviewJsonLd) : undefined,
  }
}

const createRatingJsonLd = ({ rating, count }: NonNullable<RatedProduct['memberRating']>): object => ({
  '@type': 'AggregateRating',
  ratingValue: rating,
  bestRating: RATING.max,
  worstRating: RATING.min,
  reviewCount: count,
})

const createScreenshotJsonLd = ({ url, caption, width, height }: Screenshot, publicUrl: string): object => ({
  '@type': 'ImageObject',
  contentUrl: publicUrl + url,
  thumbnailUrl: publicUrl + toSmallScreenshot(url),
  caption,
  width,
  height,
})

const createReviewJsonLd = ({ user, rating, date, comment }: Testimonial): object => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: user },
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: RATING.max },
  datePublished: ISO_DATE.test(date) ? date.slice(0, 10) : undefined,
  reviewBody: comment,
})
