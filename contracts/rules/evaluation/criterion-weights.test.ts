import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateOrderWeights, calculatePairedWeights, PAIRED_CRITERIA_MAX } from './criterion-weights.ts'

const getSum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

describe('calculateOrderWeights', () => {
  // Barron and Barrett 1996, "Decision Quality Using Ranked Attribute Weights".
  it.each([
    { count: 1, published: [1] },
    { count: 2, published: [0.75, 0.25] },
    { count: 3, published: [0.6111, 0.2778, 0.1111] },
    { count: 4, published: [0.5208, 0.2708, 0.1458, 0.0625] },
    { count: 5, published: [0.4567, 0.2567, 0.1567, 0.09, 0.04] },
  ])('returns the published rank-order centroid weights of $count criteria', ({ count, published }) => {
    const weights = calculateOrderWeights(count)
    expect(weights).toHaveLength(count)
    for (const [index, weight] of published.entries()) expect(weights[index]).toBeCloseTo(weight, 4)
  })

  it('returns the mean of the corners of all weights that keep the order', () => {
    for (let count = 1; count <= 12; count++) {
      // The corners are (1, 0, …), (1/2, 1/2, 0, …), … (1/n, …, 1/n).
      const corners = Array.from({ length: count }, (_, corner) =>
        Array.from({ length: count }, (_, index) => (index <= corner ? 1 / (corner + 1) : 0)),
      )
      const centroid = Array.from(
        { length: count },
        (_, index) => getSum(corners.map((corner) => corner[index] ?? 0)) / count,
      )
      for (const [index, weight] of calculateOrderWeights(count).entries())
        expect(weight).toBeCloseTo(centroid[index] ?? Number.NaN, 12)
    }
  })
})

/** The published example (Saaty 1990, "How to make a decision", table 2): eight criteria for choosing a house. */
const SAATY_EXAMPLE = [
  [1, 5, 3, 7, 6, 6, 1 / 3, 1 / 4],
  [1 / 5, 1, 1 / 3, 5, 3, 3, 1 / 5, 1 / 7],
  [1 / 3, 3, 1, 6, 3, 4, 6, 1 / 5],
  [1 / 7, 1 / 5, 1 / 6, 1, 1 / 3, 1 / 4, 1 / 7, 1 / 8],
  [1 / 6, 1 / 3, 1 / 3, 3, 1, 1 / 2, 1 / 5, 1 / 6],
  [1 / 6, 1 / 3, 1 / 4, 4, 2, 1, 1 / 5, 1 / 6],
  [3, 5, 1 / 6, 7, 5, 5, 1, 1 / 2],
  [4, 7, 5, 8, 6, 6, 2, 1],
]

/**
 * Saaty's own method: the normalized row sums of a high power of the matrix; slow, but without a convergence criterion.
 */
function weightsByPowers(matrix: readonly (readonly number[])[]): number[] {
  let power = matrix.map((row) => [...row])
  for (let doubling = 0; doubling < 12; doubling++) {
    const square = power.map((row) =>
      power.map((_, column) => getSum(row.map((entry, index) => entry * (power[index]?.[column] ?? 0)))),
    )
    const total = getSum(square.flat())
    power = square.map((row) => row.map((entry) => entry / total))
  }
  const rows = power.map(getSum)
  return rows.map((row) => row / getSum(rows))
}

const reciprocalMatrix = fc
  .integer({ min: 1, max: PAIRED_CRITERIA_MAX })
  .chain((count) =>
    fc.tuple(fc.constant(count), fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 45, maxLength: 45 })),
  )
  .map(([count, steps]) => {
    const ratio = (step: number) => (step >= 0 ? step + 1 : 1 / (1 - step))
    const matrix = Array.from({ length: count }, () => new Array<number>(count).fill(1))
    let next = 0
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const entry = ratio(steps[next++] ?? 0)
        matrix[i]?.splice(j, 1, entry)
        matrix[j]?.splice(i, 1, 1 / entry)
      }
    return matrix
  })

describe('calculatePairedWeights', () => {
  it('returns the weights, eigenvalue and consistency of the published example', () => {
    const result = calculatePairedWeights(SAATY_EXAMPLE)
    const published = [0.173, 0.054, 0.188, 0.018, 0.031, 0.036, 0.167, 0.333]
    for (const [index, weight] of published.entries()) expect(result.weights[index]).toBeCloseTo(weight, 3)
    expect(result.lambdaMax).toBeCloseTo(9.669, 3)
    expect(result.consistencyIndex).toBeCloseTo(0.238, 3)
    expect(result.consistencyRatio).toBeCloseTo(0.169, 3)
  })

  it('returns the least consistent triad of the published example', () => {
    // Size, neighbourhood and general condition: 3 × 6 implies 18, but the direct comparison is 1/3. No other triad is
    // off by a factor of 54.
    expect(calculatePairedWeights(SAATY_EXAMPLE).worst).toEqual([0, 2, 6])
  })

  it('returns the row sums of a high power of the matrix, and the mean of rows over weights as eigenvalue', () => {
    fc.assert(
      fc.property(reciprocalMatrix, (matrix) => {
        const { weights, lambdaMax, consistencyIndex } = calculatePairedWeights(matrix)
        const slow = weightsByPowers(matrix)
        for (const [index, weight] of weights.entries()) expect(weight).toBeCloseTo(slow[index] ?? Number.NaN, 9)
        const ratios = matrix.map((row, i) => getSum(row.map((entry, j) => entry * (slow[j] ?? 0))) / (slow[i] ?? 1))
        expect(lambdaMax).toBeCloseTo(getSum(ratios) / matrix.length, 8)
        expect(consistencyIndex).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    { case: 'one criterion', matrix: [[1]], weights: [1] },
    {
      case: 'two, entered with a rounded reciprocal',
      matrix: [
        [1, 3],
        [0.333, 1],
      ],
      weights: [0.75, 0.25],
    },
    {
      case: 'two, the lower one stronger',
      matrix: [
        [1, 0.333],
        [3, 1],
      ],
      weights: [0.25, 0.75],
    },
    {
      case: 'three that are consistent',
      matrix: [
        [1, 2, 4],
        [0.5, 1, 2],
        [0.25, 0.5, 1],
      ],
      weights: [4 / 7, 2 / 7, 1 / 7],
    },
  ])('treats $case as consistent', ({ matrix, weights }) => {
    const result = calculatePairedWeights(matrix)
    for (const [index, weight] of weights.entries()) expect(result.weights[index]).toBeCloseTo(weight, 9)
    expect(result.lambdaMax).toBeCloseTo(matrix.length, 9)
    expect(result.consistencyRatio).toBeCloseTo(0, 9)
    expect(result.worst).toBeNull()
  })

  it.each([
    { case: 'no rows', matrix: [] },
    { case: 'more rows than Saaty has random indices for', matrix: Array(11).fill(Array(11).fill(1)) },
    { case: 'rows that are too short', matrix: [[1, 1 / 3], [3]] },
    { case: 'a missing row', matrix: [[1, 1 / 3]] },
  ])('throws for $case', ({ matrix }) => {
    expect(() => calculatePairedWeights(matrix)).toThrow(RangeError)
  })
})
