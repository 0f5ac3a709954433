import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compressBitset, decompressBitset, toBitset } from './bitset.ts'

it('is unchanged by compression and decompression', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), (numbers) => {
      const bits = toBitset(numbers)
      expect(decompressBitset(compressBitset(bits))).toEqual(bits)
    }),
  )
})
