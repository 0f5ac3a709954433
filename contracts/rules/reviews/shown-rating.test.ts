import { expect, it } from 'vitest'
import { describeRating, getShownRating } from './shown-rating.ts'

it.each([
  {
    case: 'that of members',
    rating: 4,
    memberRating: { rating: 3.5, count: 7 },
    expected: { rating: 3.5, reviews: 7 },
  },
  { case: 'that of the editors without one', rating: 4, memberRating: null, expected: { rating: 4, reviews: null } },
  { case: 'none without either', rating: null, memberRating: undefined, expected: null },
])('shows of ratings $case', ({ rating, memberRating, expected }) => {
  expect(getShownRating({ rating, memberRating })).toEqual(expected)
})

it('names the source of a rating', () => {
  expect(describeRating({ rating: 4, reviews: null })).toBe('编辑评分')
  expect(describeRating({ rating: 3.5, reviews: 7 })).toBe('会员评分，7条评价')
})
