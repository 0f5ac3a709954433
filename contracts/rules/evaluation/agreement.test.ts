import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateAgreement, getSpread, hasWideSpread } from './agreement.ts'

/** Four observers on twelve units (Krippendorff 2011, section C). */
const TWELVE_UNITS = [
  [1, 1, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [5, 5, 5],
  [1, 1],
  [3],
]

/** α from the coincidence matrix, as Krippendorff 2011 defines it: slow, but directly from the definition. */
function calculateAlphaByCoincidences(units: readonly (readonly number[])[]): number | null {
  const paired = units.filter((scores) => scores.length > 1)
  const values = [...new Set(paired.flat())]
  const coincidences = new Map<string, number>()
  for (const scores of paired)
    for (const [i, a] of scores.entries())
      for (const [j, b] of scores.entries())
        if (i !== j) {
          const cell = `${a} ${b}`
          coincidences.set(cell, (coincidences.get(cell) ?? 0) + 1 / (scores.length - 1))
        }
  const count = (a: number, b: number) => coincidences.get(`${a} ${b}`) ?? 0
  const margin = (a: number) => values.reduce((sum, b) => sum + count(a, b), 0)
  const n = values.reduce((sum, a) => sum + margin(a), 0)
  let observed = 0
  let expected = 0
  for (const a of values)
    for (const b of values) {
      observed += count(a, b) * (a - b) ** 2
      expected += margin(a) * margin(b) * (a - b) ** 2
    }
  return expected === 0 ? null : 1 - ((n - 1) * observed) / expected
}

const scores = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }), { maxLength: 12 })

describe('calculateAgreement', () => {
  it('returns α = 0.849 for the twelve units of the publication, eleven of which can be paired', () => {
    const { alpha, units } = calculateAgreement(TWELVE_UNITS)
    expect(alpha).toBeCloseTo(0.849, 3)
    expect(units).toBe(11)
  })

  it('returns the same α as the coincidence matrix', () => {
    fc.assert(
      fc.property(scores, (units) => {
        const { alpha } = calculateAgreement(units)
        const byDefinition = calculateAlphaByCoincidences(units)
        if (alpha === null || byDefinition === null) expect(alpha).toBe(byDefinition)
        else expect(alpha).toBeCloseTo(byDefinition, 9)
      }),
    )
  })

  it.each([
    { case: 'nothing is scored', scores: [], reason: 'noPairs', units: 0 },
    { case: 'a single judge scores', scores: [[80], [60], []], reason: 'noPairs', units: 0 },
    { case: 'all scores are equal', scores: [Array(2).fill(80), Array(3).fill(80)], reason: 'noVariation', units: 2 },
    {
      case: 'all scores are the same fraction',
      scores: [Array(3).fill(0.1), Array(2).fill(0.1)],
      reason: 'noVariation',
      units: 2,
    },
  ])('returns no α, and the reason, if $case', ({ scores, reason, units }) => {
    expect(calculateAgreement(scores)).toEqual({ alpha: null, reason, units })
  })

  it('returns 1 if judges agree on units that differ', () => {
    expect(
      calculateAgreement([
        [10, 10],
        [90, 90, 90],
      ]).alpha,
    ).toBe(1)
  })

  it('returns a negative α if judges contradict each other', () => {
    expect(
      calculateAgreement([
        [0, 100],
        [100, 0],
      ]).alpha,
    ).toBeCloseTo(-0.5, 9)
  })
})

describe('hasWideSpread', () => {
  it.each([
    { case: 'two scores that differ by 15 points', scores: [60, 75], expected: false },
    { case: 'two scores that differ by 16 points', scores: [60, 76], expected: true },
    { case: 'three scores of which two differ by 20 points', scores: [60, 70, 80], expected: true },
    { case: 'a single score', scores: [60], expected: false },
    { case: 'no scores', scores: [], expected: false },
  ])('returns $expected for $case', ({ scores, expected }) => {
    expect(hasWideSpread(scores)).toBe(expected)
  })
})

describe('getSpread', () => {
  it('returns the difference between the largest and the smallest score', () => {
    expect(getSpread([70, 90, 60])).toBe(30)
  })

  it('returns 0 for a single score', () => {
    expect(getSpread([70])).toBe(0)
  })
})
