import { describe, expect, it } from 'vitest'
import { createRandom, createXoshiro128 } from './seeded-random.ts'

describe('seeded random numbers', () => {
  it('follow the reference implementation of xoshiro128** from the state 1, 2, 3, 4', () => {
    const next = createXoshiro128(1, 2, 3, 4)
    expect(Array.from({ length: 10 }, next)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ])
  })

  it('start from the state that SplitMix32 yields for the seed 0', () => {
    const random = createRandom(0)
    expect(Array.from({ length: 4 }, () => random() * 2 ** 32)).toEqual([1789933344, 44971166, 2521387044, 3848737593])
  })

  it('repeat for the same seed and differ for another', () => {
    const [first, second, other] = [createRandom(7), createRandom(7), createRandom(8)]
    const numbers = Array.from({ length: 50 }, first)
    expect(Array.from({ length: 50 }, second)).toEqual(numbers)
    expect(Array.from({ length: 50 }, other)).not.toEqual(numbers)
  })

  it('spread evenly from 0 to 1', () => {
    const random = createRandom(1)
    const tenths = new Array<number>(10).fill(0)
    for (let draw = 0; draw < 100_000; draw++) {
      const tenth = Math.floor(random() * 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    // Ten thousand each; 4.9 standard deviations of a binomial count are 465.
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(465)
  })
})
