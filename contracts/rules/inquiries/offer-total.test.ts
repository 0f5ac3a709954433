import fc from 'fast-check'
import { expect, it } from 'vitest'
import { INQUIRIES } from '../../limits.ts'
import { getOfferTotal } from './offer-total.ts'

const price = (key: string, quantity: number) => ({ key, kind: 'price', quantity }) as const

it('adds quantity times unit price, exactly to the fen', () => {
  const questions = [price('seats', 200), price('setup', 1), { key: 'sso', kind: 'text', quantity: 1 } as const]
  const answers = [
    { question: 'seats', value: 98.1 },
    { question: 'setup', value: 0.1 },
    { question: 'sso', value: 5 },
  ]
  expect(getOfferTotal(questions, answers)).toBe(19_620.1)
})

it('has no total without a price that is a number', () => {
  expect(getOfferTotal([price('seats', 1)], [{ question: 'seats', value: '面议' }])).toBeNull()
  expect(getOfferTotal([], [])).toBeNull()
})

/** Adds decimal texts digit by digit, as on paper. */
function addOnPaper(fen: readonly (readonly [number, number])[]): string {
  let total = '0'
  const add = (a: string, b: string) => {
    const length = Math.max(a.length, b.length)
    const [x, y] = [a.padStart(length, '0'), b.padStart(length, '0')]
    let carry = 0
    let sum = ''
    for (let index = length - 1; index >= 0; index -= 1) {
      const digit = Number(x[index]) + Number(y[index]) + carry
      sum = `${digit % 10}${sum}`
      carry = Math.floor(digit / 10)
    }
    return carry > 0 ? `${carry}${sum}` : sum
  }
  for (const [unit, quantity] of fen) for (let count = 0; count < quantity; count += 1) total = add(total, String(unit))
  return total.padStart(3, '0').replace(/(\d\d)$/, '.$1')
}

it('agrees with addition on paper', () => {
  const line = fc.tuple(fc.integer({ min: 0, max: INQUIRIES.price * 100 - 1 }), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const questions = lines.map(([, quantity], index) => price(String(index), quantity))
      const answers = lines.map(([unit], index) => ({ question: String(index), value: unit / 100 }))
      expect(getOfferTotal(questions, answers)).toBe(Number(addOnPaper(lines)))
    }),
  )
})
