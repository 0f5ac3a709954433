import { describe, expect, it } from 'vitest'
import { type ProductReview, ReviewSchema } from '../products/product.ts'
import { listShownReviews, restoreHiddenFlags } from './hidden-reviews.ts'

const review = (comment: string, overrides: Partial<ProductReview> = {}) =>
  ReviewSchema.parse({ user: '甲', comment, ...overrides })
const hidden = (comment: string) => review(comment, { isHidden: true })

/** Appends `-` to the comments of hidden reviews. */
const visibleComments = (reviews: readonly ProductReview[]) =>
  reviews.map(({ comment, isHidden }) => comment + (isHidden ? '-' : '')).join(' ')

describe('listShownReviews', () => {
  it('omits hidden reviews and removes the flags', () => {
    const visible = listShownReviews([review('一'), hidden('二'), review('三', { isHidden: false, source: 'kept' })])
    expect(visible.map(({ comment }) => comment)).toEqual(['一', '三'])
    for (const item of visible) expect(item).not.toHaveProperty('isHidden')
    expect(visible[1]).toMatchObject({ source: 'kept' })
  })
})

describe('restoreHiddenFlags', () => {
  it.each<[string, ProductReview[], ProductReview[], string]>([
    ['a save without flags', [review('一'), review('二')], [review('一'), hidden('二')], '一 二-'],
    ['a save that removes a flag', [review('一', { isHidden: false })], [hidden('一')], '一-'],
    ['reviews in another order', [review('二'), review('一')], [review('一'), hidden('二')], '二- 一'],
    ['a hidden review with an edited text', [hidden('一，改过')], [hidden('一')], '一，改过-'],
    ['a hidden review that is removed', [review('一')], [review('一'), hidden('二')], '一'],
    ['a new review that is hidden', [hidden('一')], [], '一-'],
    ['one of two identical reviews', [review('一'), review('一')], [hidden('一'), review('一')], '一- 一'],
    [
      'one of two identical reviews, saved with its flag',
      [review('一'), hidden('一')],
      [review('一'), hidden('一')],
      '一 一-',
    ],
    ['two identical hidden reviews', [review('一'), hidden('一')], [hidden('一'), hidden('一')], '一- 一-'],
    ['a review of another user with the same text', [review('一', { user: '乙' })], [hidden('一')], '一'],
  ])('restores the flags of %s', (_, reviews, stored, expected) => {
    expect(visibleComments(restoreHiddenFlags(reviews, stored))).toBe(expected)
  })

  it('removes flags that are false', () => {
    expect(restoreHiddenFlags([review('一', { isHidden: false })], [])[0]).not.toHaveProperty('isHidden')
  })
})
