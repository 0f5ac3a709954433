import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCosts } from './cost.ts'

describe('the sum of costs', () => {
  it('has no error of binary fractions', () => {
    expect(1.1 + 2.2).not.toBe(3.3)
    expect(addCosts(1.1, 2.2)).toBe(3.3)
    expect(addCosts(...Array.from({ length: 10 }, () => 0.2))).toBe(2)
    expect(addCosts()).toBe(0)
  })

  it('equals the sum counted in whole billionths', () => {
    const billionths = fc.array(fc.bigInt(0n, 1_000_000_000_000n), { maxLength: 50 })
    fc.assert(
      fc.property(billionths, (amounts) => {
        const sum = amounts.reduce((total, amount) => total + amount, 0n)
        expect(addCosts(...amounts.map((amount) => Number(amount) / 1e9))).toBe(Number(sum) / 1e9)
      }),
    )
  })
})
