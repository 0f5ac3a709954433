import { describe, expect, it } from 'vitest'
import { ReviewSchema, type Testimonial } from '../products/product.ts'
import { listShownReviews, restoreHiddenFlags } from './hidden-reviews.ts'

const review = (comment: string, overrides: Partial<Testimonial> = {}) =>
  ReviewSchema.parse({ user: '甲', comment, ...overrides })
const hidden = (comment: string) => review(comment, { isHidden: true })

/** Appends `-` to the comments of hidden reviews. */
const visibleComments = (reviews: readonly Testimonial[]) =>
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
  it.each<{ case: string; reviews: Testimonial[]; stored: Testimonial[]; expected: string }>([
    {
      case: 'a save without flags',
      reviews: [review('一'), review('二')],
      stored: [review('一'), hidden('二')],
      expected: '一 二-',
    },
    {
      case: 'a save that removes a flag',
      reviews: [review('一', { isHidden: false })],
      stored: [hidden('一')],
      expected: '一-',
    },
    {
      case: 'reviews in another order',
      reviews: [review('二'), review('一')],
      stored: [review('一'), hidden('二')],
      expected: '二- 一',
    },
    {
      case: 'a hidden review with an edited text',
      reviews: [hidden('一，改过')],
      stored: [hidden('一')],
      expected: '一，改过-',
    },
    {
      case: 'a hidden review that is removed',
      reviews: [review('一')],
      stored: [review('一'), hidden('二')],
      expected: '一',
    },
    { case: 'a new review that is hidden', reviews: [hidden('一')], stored: [], expected: '一-' },
    {
      case: 'one of two identical reviews',
      reviews: [review('一'), review('一')],
      stored: [hidden('一'), review('一')],
      expected: '一- 一',
    },
    {
      case: 'one of two identical reviews, saved with its flag',
      reviews: [review('一'), hidden('一')],
      stored: [review('一'), hidden('一')],
      expected: '一 一-',
    },
    {
      case: 'two identical hidden reviews',
      reviews: [review('一'), hidden('一')],
      stored: [hidden('一'), hidden('一')],
      expected: '一- 一-',
    },
    {
      case: 'a review of another user with the same text',
      reviews: [review('一', { user: '乙' })],
      stored: [hidden('一')],
      expected: '一',
    },
  ])('restores the flags of $case', ({ reviews, stored, expected }) => {
    expect(visibleComments(restoreHiddenFlags(reviews, stored))).toBe(expected)
  })

  it('removes flags that are false', () => {
    expect(restoreHiddenFlags([review('一', { isHidden: false })], [])[0]).not.toHaveProperty('isHidden')
  })
})
