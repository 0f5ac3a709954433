import { describe, expect, it } from 'vitest'
import { calculateCompletion, REQUIRED_SUBMISSION_FIELDS } from './submission-completion.ts'

const filledFields = (count: number) =>
  Object.fromEntries(
    REQUIRED_SUBMISSION_FIELDS.slice(0, count).map((field) => [field, field === 'agreeToTerms' ? true : '有']),
  )

describe('calculateCompletion', () => {
  it('counts eleven fields', () => {
    expect(new Set(REQUIRED_SUBMISSION_FIELDS).size).toBe(11)
  })

  it.each([
    { count: 0, percent: 0 },
    { count: 1, percent: 9 },
    { count: 2, percent: 18 },
    { count: 3, percent: 27 },
    { count: 4, percent: 36 },
    { count: 5, percent: 45 },
    { count: 6, percent: 55 },
    { count: 7, percent: 64 },
    { count: 8, percent: 73 },
    { count: 9, percent: 82 },
    { count: 10, percent: 91 },
    { count: 11, percent: 100 },
  ])('calculates for $count filled fields $percent percent', ({ count, percent }) => {
    expect(calculateCompletion(filledFields(count))).toBe(percent)
  })

  it.each([
    { case: 'spaces', values: { companyName: ' \n\u3000' } },
    { case: 'nothing', values: { companyName: undefined, deploymentType: null } },
    { case: 'a number', values: { companyName: 7 } },
    { case: 'terms that were not accepted', values: { agreeToTerms: false } },
    { case: 'the optional field', values: { additionalInfo: '有' } },
    { case: 'an unknown field', values: { category: '客服' } },
  ])('does not count $case', ({ values }) => {
    expect(calculateCompletion(values)).toBe(0)
  })

  it('counts filled fields, valid or not', () => {
    expect(calculateCompletion({ contactEmail: '不是邮箱' })).toBe(9)
  })
})
