import { describe, expect, it } from 'vitest'
import {
  calculateReviewWeight,
  countParts,
  findLatestTimeBelow,
  getAgeWeight,
  getOptionalShare,
  MONTH_MS,
  type ReviewWeightInput,
} from './review-weight.ts'

const NOW = new Date('2026-11-22T00:00:00.000Z')
const NO_PARTS = { advice: '', role: null, industry: null, companySize: null, deployment: null, monthsOfUse: null }

const review = (fields: Partial<ReviewWeightInput> = {}): ReviewWeightInput => ({
  writtenAt: NOW.toISOString(),
  share: 1,
  isVerified: true,
  affiliation: 'none',
  ...fields,
})
const monthsAgo = (months: number) => new Date(NOW.getTime() - months * MONTH_MS).toISOString()

describe('the weight of a review', () => {
  it.each([
    { months: 0, weight: 1 },
    { months: 18, weight: 0.5 },
    { months: 36, weight: 0.25 },
    { months: 9, weight: Math.SQRT1_2 },
  ])('is reduced after $months months to $weight of the original', ({ months, weight }) => {
    expect(getAgeWeight(months * MONTH_MS)).toBeCloseTo(weight, 12)
  })

  it('is at most 1 if it was written in the future', () => {
    expect(getAgeWeight(-MONTH_MS)).toBe(1)
  })

  it.each([
    { weight: 1, case: 'is complete, new and verified', fields: {} },
    { weight: 0.5, case: 'has no proof', fields: { isVerified: false } },
    { weight: 0.5, case: 'has no optional part', fields: { share: 0 } },
    { weight: 0.75, case: 'has half of the optional parts', fields: { share: 0.5 } },
    { weight: 0.5, case: 'is a year and a half old', fields: { writtenAt: monthsAgo(18) } },
    {
      weight: 0.125,
      case: 'is old, minimal and without proof',
      fields: { writtenAt: monthsAgo(18), share: 0, isVerified: false },
    },
    { weight: 0, case: 'is by the vendor', fields: { affiliation: 'vendor' as const } },
    { weight: 0, case: 'is by a competitor', fields: { affiliation: 'competitor' as const } },
  ])('is $weight if it $case', ({ weight, fields }) => {
    expect(calculateReviewWeight(review(fields), NOW)).toBeCloseTo(weight, 12)
  })

  it('counts the optional parts that are present, including zero', () => {
    expect(countParts(NO_PARTS)).toBe(0)
    const parts = countParts({ ...NO_PARTS, monthsOfUse: 0, role: 'other', advice: '先试点' })
    expect(parts).toBe(3)
    expect(getOptionalShare(parts)).toBe(0.5)
  })
})

describe('the latest time below a weight', () => {
  it.each([0.2, 0.4, 0.6, 0.8])('is the last millisecond at which a review weighs less than %f', (bound) => {
    const complete = { share: 1, isVerified: true, affiliation: 'none' } as const
    const latest = Date.parse(findLatestTimeBelow(bound, complete, NOW) ?? '')
    const weigh = (time: number) => calculateReviewWeight({ ...complete, writtenAt: new Date(time).toISOString() }, NOW)
    expect(weigh(latest)).toBeLessThan(bound)
    expect(weigh(latest + 1)).toBeGreaterThanOrEqual(bound)
  })

  it('is undefined if even a new review weighs less', () => {
    expect(findLatestTimeBelow(0.6, { share: 0, isVerified: true, affiliation: 'none' }, NOW)).toBeUndefined()
    expect(findLatestTimeBelow(0.2, { share: 1, isVerified: true, affiliation: 'vendor' }, NOW)).toBeUndefined()
  })
})
