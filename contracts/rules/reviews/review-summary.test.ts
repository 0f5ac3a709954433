import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../durations.ts'
import { AFFILIATIONS, REVIEW_DIMENSIONS, type ReviewRatings } from '../../member-reviews/choices.ts'
import { getMeanRating, type RatedReview, summarizeReviews } from './review-summary.ts'
import { MONTH_MS } from './review-weight.ts'
import { toStars } from './star-count.ts'

const NOW = new Date('2026-11-22T00:00:00.000Z')
const createEqualRatings = (rating: number): ReviewRatings => ({
  ability: rating,
  usability: rating,
  integration: rating,
  service: rating,
  value: rating,
})
const review = (rating: number, fields: Partial<RatedReview> = {}): RatedReview => ({
  ratings: createEqualRatings(rating),
  writtenAt: NOW.toISOString(),
  share: 1,
  isVerified: true,
  affiliation: 'none',
  ...fields,
})
const times = (count: number, item: RatedReview): RatedReview[] => Array.from({ length: count }, () => item)

/**
 * The rating calculated by hand from the published rules: each review is three rows of a table, and the prior is added
 * at the end.
 */
function rateNaively(reviews: readonly RatedReview[]): number | null {
  let numerator = 0
  let denominator = 0
  let votes = 0
  for (const { ratings, writtenAt, share, isVerified, affiliation } of reviews) {
    if (affiliation !== 'none') continue
    votes += 1
    const months = (NOW.getTime() - new Date(writtenAt).getTime()) / DAY_MS / (365.2425 / 12)
    const age = Math.exp((-Math.LN2 * months) / 18)
    const completeness = (1 + share) / 2
    const proof = isVerified ? 1 : 1 / 2
    const stars = (ratings.ability + ratings.usability + ratings.integration + ratings.service + ratings.value) / 5
    numerator += age * completeness * proof * stars
    denominator += age * completeness * proof
  }
  return votes < 5 ? null : Math.round(((numerator + 3 * 3) / (denominator + 3)) * 10) / 10
}

const star = fc.integer({ min: 1, max: 5 })
const reviewArbitrary: fc.Arbitrary<RatedReview> = fc.record({
  ratings: fc.record({ ability: star, usability: star, integration: star, service: star, value: star }),
  writtenAt: fc.integer({ min: 0, max: 2_000 }).map((days) => new Date(NOW.getTime() - days * DAY_MS).toISOString()),
  share: fc.integer({ min: 0, max: 6 }).map((parts) => parts / 6),
  isVerified: fc.boolean(),
  affiliation: fc.constantFrom(...AFFILIATIONS),
})

describe('the summary of reviews', () => {
  it('has no rating below five reviews, and one from five on', () => {
    expect(summarizeReviews(times(4, review(5)), NOW)).toEqual({
      count: 4,
      counted: 4,
      rating: null,
      distribution: { 5: 4, 4: 0, 3: 0, 2: 0, 1: 0 },
      dimensions: { ability: null, usability: null, integration: null, service: null, value: null },
    })
    // (3·3 + 5·5) / (3 + 5)
    expect(summarizeReviews(times(5, review(5)), NOW).rating).toBe(4.3)
  })

  it('is empty if nobody has written a review', () => {
    expect(summarizeReviews([], NOW)).toMatchObject({ count: 0, counted: 0, rating: null })
  })

  it('ignores reviewers with a conflict of interest, both in the count and in the mean', () => {
    const own = times(20, review(5, { affiliation: 'vendor' }))
    expect(summarizeReviews([...times(4, review(2)), ...own], NOW)).toMatchObject({
      count: 24,
      counted: 4,
      rating: null,
      distribution: { 5: 0, 2: 4 },
    })
    expect(summarizeReviews([...times(5, review(2)), ...own], NOW).rating).toBe(
      summarizeReviews(times(5, review(2)), NOW).rating,
    )
  })

  it('approaches the middle of the scale as its reviews age', () => {
    const writeReviews = (months: number) =>
      times(10, review(5, { writtenAt: new Date(NOW.getTime() - months * MONTH_MS).toISOString() }))
    expect([0, 18, 36, 180].map((months) => summarizeReviews(writeReviews(months), NOW).rating)).toEqual([
      4.5, 4.3, 3.9, 3,
    ])
  })

  it.each([
    { rating: 5, stars: 5 },
    { rating: 4.9, stars: 4 },
    { rating: 3.8, stars: 3 },
    { rating: 1.4, stars: 1 },
    { rating: 1, stars: 1 },
  ])('counts a review of $rating as $stars stars', ({ rating, stars }) => {
    expect(toStars(rating)).toBe(stars)
  })

  it('agrees with the published rules calculated by hand', () => {
    fc.assert(
      fc.property(fc.array(reviewArbitrary, { maxLength: 40 }), (reviews) => {
        const { rating, counted, distribution } = summarizeReviews(reviews, NOW)
        const byHand = rateNaively(reviews)
        if (byHand === null || rating === null) expect(rating).toBe(byHand)
        // A tie of the last digit may round either way.
        else expect(Math.abs(rating - byHand)).toBeLessThan(0.11)
        expect(Object.values(distribution).reduce((sum, count) => sum + count, 0)).toBe(counted)
      }),
    )
  })

  it('is the mean of its dimensions, except for rounding', () => {
    fc.assert(
      fc.property(fc.array(reviewArbitrary, { minLength: 5, maxLength: 40 }), (reviews) => {
        const { rating, dimensions } = summarizeReviews(reviews, NOW)
        if (rating === null) return
        const mean = REVIEW_DIMENSIONS.reduce((sum, dimension) => sum + (dimensions[dimension] ?? 0), 0) / 5
        expect(Math.abs(mean - rating)).toBeLessThanOrEqual(0.1 + 1e-9)
      }),
    )
  })

  it('rates a review by the mean of its five dimensions', () => {
    expect(getMeanRating({ ability: 5, usability: 4, integration: 3, service: 2, value: 4 })).toBe(3.6)
  })
})
