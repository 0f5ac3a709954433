import { describe, expect, it } from 'vitest'
import { getOldestPublishable, getValidityEnd, getValidityLimits, hasEnded } from './validity.ts'

describe('the validity of an evaluation', () => {
  it("lasts 12 months from the report's day in Shanghai, and 24 at most", () => {
    const limits = getValidityLimits('2026-11-20T16:30:00.000Z', new Date('2026-11-25T00:00:00.000Z'))
    expect(limits).toEqual({ initial: '2027-11-21', earliest: '2026-11-25', latest: '2028-11-21' })
  })

  it('defaults to today after the 12 months, and is impossible after 24', () => {
    expect(getValidityLimits('2026-11-21T02:00:00.000Z', new Date('2028-01-05T00:00:00.000Z'))).toEqual({
      initial: '2028-01-05',
      earliest: '2028-01-05',
      latest: '2028-11-21',
    })
    const { earliest, latest } = getValidityLimits('2026-11-21T02:00:00.000Z', new Date('2028-11-22T00:00:00.000Z'))
    expect(latest < earliest).toBe(true)
  })

  it('can be published until 24 months after the report', () => {
    expect(getOldestPublishable(new Date('2028-11-21T02:00:00.000Z'))).toBe('2026-11-20T16:00:00.000Z')
  })

  it('ends with its last day in Shanghai', () => {
    const end = getValidityEnd('2027-11-21')
    expect(end).toBe('2027-11-21T16:00:00.000Z')
    expect(hasEnded(end, new Date('2027-11-21T15:59:59.999Z'))).toBe(false)
    expect(hasEnded(end, new Date('2027-11-21T16:00:00.000Z'))).toBe(true)
  })
})
