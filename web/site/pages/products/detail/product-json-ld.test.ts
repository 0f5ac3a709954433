import { expect, it } from 'vitest'
import { ProductSchema, type RatedProduct } from '#contracts/products/product.ts'
import { SAMPLE_SCREENSHOT } from '#testing/factories/products.ts'
import { createProductJsonLd } from './product-json-ld.ts'

const REVIEW = { user: '陈女士', rating: 5, date: '2026-09-18', comment: '好用' }

/** Returns the JSON-LD as it is embedded in the page. */
const getJsonLd = (fields: object, memberRating: RatedProduct['memberRating'] = null): object => {
  const product: RatedProduct = {
    ...ProductSchema.parse({ name: '产品', description: '描述', ...fields }),
    id: 'product-id',
    memberRating,
    lastUpdated: '2026-11-21T02:00:00.000Z',
  }
  const jsonLd = createProductJsonLd(product, 'https://zhijian.test/products/p', 'https://zhijian.test')
  return JSON.parse(JSON.stringify(jsonLd))
}

const MEMBER_RATING = { rating: 4.1, count: 12 }

it('includes the members’ rating, if there is one', () => {
  expect(getJsonLd({ rating: 4.6 }, MEMBER_RATING)).toMatchObject({
    aggregateRating: { ratingValue: 4.1, reviewCount: 12, bestRating: 5, worstRating: 1 },
  })
})

it('omits the members’ rating of a sample product', () => {
  expect(getJsonLd({ isSample: true }, MEMBER_RATING)).not.toHaveProperty('aggregateRating')
})

it('does not present the editors’ rating as an aggregate rating', () => {
  expect(getJsonLd({ rating: 4.6, reviews: [REVIEW] })).not.toHaveProperty('aggregateRating')
})

it('includes screenshots with captions', () => {
  const screenshots = [{ url: SAMPLE_SCREENSHOT, caption: '工作流画布', width: 1_280, height: 800 }]
  expect(getJsonLd({ screenshots })).toMatchObject({
    '@type': ['Product', 'SoftwareApplication'],
    screenshot: [{ contentUrl: `https://zhijian.test${SAMPLE_SCREENSHOT}`, caption: '工作流画布', width: 1_280 }],
  })
})

it('includes reviews', () => {
  expect(getJsonLd({ rating: 4.6, reviews: [REVIEW, { ...REVIEW, date: '上周' }] })).toMatchObject({
    '@type': 'Product',
    review: [{ datePublished: '2026-09-18' }, expect.not.objectContaining({ datePublished: expect.anything() })],
  })
})

it.each([
  ['a sample', { name: '产品（示例）', rating: 4.6, reviews: [REVIEW] }],
  ['a product without reviews', { rating: 4.6 }],
  ['a product without a rating', { rating: null, reviews: [REVIEW] }],
])('omits reviews and ratings of %s', (_, fields) => {
  expect(Object.keys(getJsonLd(fields))).not.toEqual(expect.arrayContaining(['aggregateRating']))
  expect(getJsonLd(fields)).not.toHaveProperty('review')
})

it.each([
  ['/uploads/logo/dify.webp', 'https://zhijian.test/uploads/logo/dify.webp'],
  ['https://example.com/dify.png', undefined],
  ['', undefined],
])('sets the image for the logo %j', (logoUrl, image) => {
  expect(Object(getJsonLd({ logoUrl })).image).toBe(image)
})
