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
const NOTHING = { advice: '', role: null, industry: null, companySize: null, deployment: null, monthsOfUse: null }

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
    [0, 1],
    [18, 0.5],
    [36, 0.25],
    [9, Math.SQRT1_2],
  ])('is reduced after %i months to %f of the original', (months, weight) => {
    expect(getAgeWeight(months * MONTH_MS)).toBeCloseTo(weight, 12)
  })

  it('is at most 1 if it was written in the future', () => {
    expect(getAgeWeight(-MONTH_MS)).toBe(1)
  })

  it.each([
    ['complete, new and verified review', {}, 1],
    ['review without proof', { isVerified: false }, 0.5],
    ['minimal review', { share: 0 }, 0.5],
    ['half complete review', { share: 0.5 }, 0.75],
    ['review that is a year and a half old', { writtenAt: monthsAgo(18) }, 0.5],
    ['old, minimal review without proof', { writtenAt: monthsAgo(18), share: 0, isVerified: false }, 0.125],
    ['review of the vendor', { affiliation: 'vendor' as const }, 0],
    ['review of a competitor', { affiliation: 'competitor' as const }, 0],
  ])('is correct for one %s', (_, fields, weight) => {
    expect(calculateReviewWeight(review(fields), NOW)).toBeCloseTo(weight, 12)
  })

  it('counts parts that are present, including zero', () => {
    expect(countParts(NOTHING)).toBe(0)
    const parts = countParts({ ...NOTHING, monthsOfUse: 0, role: 'other', advice: '先试点' })
    expect(parts).toBe(3)
    expect(getOptionalShare(parts)).toBe(0.5)
  })

  it.each([0.2, 0.4, 0.6, 0.8])('is below %f if it was written up to the returned time', (bound) => {
    const others = { share: 1, isVerified: true, affiliation: 'none' } as const
    const moment = Date.parse(findLatestTimeBelow(bound, others, NOW) ?? '')
    const weigh = (time: number) => calculateReviewWeight({ ...others, writtenAt: new Date(time).toISOString() }, NOW)
    expect(weigh(moment)).toBeLessThan(bound)
    expect(weigh(moment + 1)).toBeGreaterThanOrEqual(bound)
  })

  it('has no such time if even a new review is below the bound', () => {
    expect(findLatestTimeBelow(0.6, { share: 0, isVerified: true, affiliation: 'none' }, NOW)).toBeUndefined()
    expect(findLatestTimeBelow(0.2, { share: 1, isVerified: true, affiliation: 'vendor' }, NOW)).toBeUndefined()
  })
})
