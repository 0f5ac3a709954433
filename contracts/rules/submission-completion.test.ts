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
    [0, 0],
    [1, 9],
    [2, 18],
    [3, 27],
    [4, 36],
    [5, 45],
    [6, 55],
    [7, 64],
    [8, 73],
    [9, 82],
    [10, 91],
    [11, 100],
  ])('calculates for %i filled fields %i percent', (count, percent) => {
    expect(calculateCompletion(filledFields(count))).toBe(percent)
  })

  it.each([
    ['spaces', { companyName: ' \n\u3000' }],
    ['nothing', { companyName: undefined, deploymentType: null }],
    ['a number', { companyName: 7 }],
    ['terms that were not accepted', { agreeToTerms: false }],
    ['the optional field', { additionalInfo: '有' }],
    ['an unknown field', { category: '客服' }],
  ])('does not count %s', (_, values) => {
    expect(calculateCompletion(values)).toBe(0)
  })

  it('counts filled fields, valid or not', () => {
    expect(calculateCompletion({ contactEmail: '不是邮箱' })).toBe(9)
  })
})
