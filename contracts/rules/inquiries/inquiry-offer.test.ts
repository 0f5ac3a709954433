import { expect, it } from 'vitest'
import { OFFERS } from '../../limits.ts'
import { calculateThreeYearCost } from '../evaluation/three-year-cost.ts'
import { toInquiryOffer } from './inquiry-offer.ts'

const price = (key: string, quantity: number, isYearly = false) =>
  ({ key, kind: 'price', title: key, quantity, isYearly }) as const
const QUESTIONS = [price('许可', 200, true), price('实施', 1), { ...price('说明', 1), kind: 'text' } as const]

it('has a line for each price, whose sum is the offer', () => {
  const offer = toInquiryOffer(QUESTIONS, [
    { question: '许可', value: 100 },
    { question: '实施', value: 5_000.5 },
    { question: '说明', value: 'x' },
  ])
  expect(offer).toEqual({
    price: 25_000.5,
    lines: [
      { title: '许可', unitPrice: 100, quantity: 200, isYearly: true },
      { title: '实施', unitPrice: 5_000.5, quantity: 1, isYearly: false },
    ],
  })
  expect(calculateThreeYearCost(offer?.lines ?? [])).toBe(65_000.5)
})

it.each([
  ['without a price', []],
  ['of nothing', [{ question: '许可', value: 0 }]],
  ['beyond what an offer may be', [{ question: '许可', value: 9_999_999_999 }]],
])('is none %s', (_, answers) => {
  expect(toInquiryOffer([price('许可', 1_000_000)], answers)).toBeNull()
})

it('is none with more lines than an offer may have', () => {
  const questions = Array.from({ length: OFFERS.lines + 1 }, (_, index) => price(`q${index}`, 1))
  expect(
    toInquiryOffer(
      questions,
      questions.map(({ key }) => ({ question: key, value: 1 })),
    ),
  ).toBeNull()
})
