import { expect, it } from 'vitest'
import { ProductSchema, type RatedProduct } from '#contracts/products/product.ts'
import { SAMPLE_SCREENSHOT } from '#testing/factories/products.ts'
import { createProductJsonLd } from './product-json-ld.ts'

const review = { user: '陈女士', rating: 5, date: '2026-09-18', comment: '好用' }

const getJsonLd = (fields: object, memberRating: RatedProduct['memberRating'] = null) => {
  const product: RatedProduct = {
    ...ProductSchema.parse({ name: '产品', description: '描述', ...fields }),
    id: 'p',
    memberRating,
    lastUpdated: '2026-11-21T02:00:00.000Z',
  }
  return createProductJsonLd(product, 'https://zhijian.test/products/p', 'https://zhijian.test')
}

it('includes the members’ rating, if there is one', () => {
  const rated = getJsonLd({ rating: 4.6 }, { rating: 4.1, count: 12 })
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.1, reviewCount: 12, bestRating: 5, worstRating: 1 } })
  expect(getJsonLd({ isSample: true }, { rating: 4.1, count: 12 })).not.toHaveProperty('aggregateRating')
})

it('does not present the editors’ rating as an aggregate rating', () => {
  expect(getJsonLd({ rating: 4.6, reviews: [review] })).not.toHaveProperty('aggregateRating')
})

it('includes screenshots with captions', () => {
  const screenshots = [{ url: SAMPLE_SCREENSHOT, caption: '工作流画布', width: 1_280, height: 800 }]
  expect(getJsonLd({ screenshots })).toMatchObject({
    '@type': ['Product', 'SoftwareApplication'],
    screenshot: [{ contentUrl: `https://zhijian.test${SAMPLE_SCREENSHOT}`, caption: '工作流画布', width: 1_280 }],
  })
})

it('includes reviews', () => {
  expect(getJsonLd({ rating: 4.6, reviews: [review, { ...review, date: '上周' }] })).toMatchObject({
    '@type': 'Product',
    review: [{ datePublished: '2026-09-18' }, expect.not.objectContaining({ datePublished: expect.anything() })],
  })
})

it.each([
  ['a sample', { name: '产品（示例）', rating: 4.6, reviews: [review] }],
  ['a product without reviews', { rating: 4.6 }],
  ['a product without a rating', { rating: null, reviews: [review] }],
])('omits reviews and ratings of %s', (_, fields) => {
  expect(Object.keys(getJsonLd(fields))).not.toEqual(expect.arrayContaining(['aggregateRating']))
  expect(getJsonLd(fields)).not.toHaveProperty('review')
})

it.each([
  ['/uploads/logo/a.webp', 'https://zhijian.test/uploads/logo/a.webp'],
  ['https://example.com/a.png', undefined],
  ['', undefined],
])('sets the image for the logo %j', (logoUrl, image) => {
  expect(Object(getJsonLd({ logoUrl })).image).toBe(image)
})
