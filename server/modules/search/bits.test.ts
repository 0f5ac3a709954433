import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packBits, toBits, unpackBits } from './bits.ts'

it('is the same set after it was packed and unpacked', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), (numbers) => {
      const bits = toBits(numbers)
      expect(unpackBits(packBits(bits))).toEqual(bits)
    }),
  )
})
