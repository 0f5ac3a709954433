import { expect, it } from 'vitest'
import { ProductSchema, type PublicProduct } from '#contracts/products/product.ts'
import { productJsonLd } from './product-json-ld.ts'

const review = { user: '陈女士', rating: 5, date: '2026-09-18', comment: '好用' }

const getJsonLd = (fields: object) => {
  const product: PublicProduct = {
    ...ProductSchema.parse({ name: '产品', description: '描述', ...fields }),
    id: 'p',
    lastUpdated: '2026-11-21T02:00:00.000Z',
  }
  return productJsonLd(product, 'https://zhijian.test/products/p', 'https://zhijian.test')
}

it('carries ratings and reviews that people gave', () => {
  expect(getJsonLd({ rating: 4.6, reviews: [review, { ...review, date: '上周' }] })).toMatchObject({
    '@type': 'Product',
    aggregateRating: { ratingValue: 4.6, reviewCount: 2 },
    review: [{ datePublished: '2026-09-18' }, expect.not.objectContaining({ datePublished: expect.anything() })],
  })
})

it.each([
  ['a sample', { name: '产品（示例）', rating: 4.6, reviews: [review] }],
  ['a product without reviews', { rating: 4.6 }],
  ['a product without a rating', { rating: null, reviews: [review] }],
])('leaves them out of %s', (_, fields) => {
  expect(Object.keys(getJsonLd(fields))).not.toEqual(expect.arrayContaining(['aggregateRating']))
  expect(getJsonLd(fields)).not.toHaveProperty('review')
})

it.each([
  ['/uploads/logo/a.webp', 'https://zhijian.test/uploads/logo/a.webp'],
  ['https://example.com/a.png', undefined],
  ['', undefined],
])('names the picture of logo %j', (logoUrl, image) => {
  expect(Object(getJsonLd({ logoUrl })).image).toBe(image)
})
