/** Calculates weights from a ranking, or from pairwise comparisons. */
import { itemAt } from '../item-at.ts'

/** Only the proportions of weights matter, not their sum; the bounds keep quotients of weights precise enough. */
export const WEIGHT = { min: 1e-6, max: 1_000_000 } as const
/** Returns a weight, or 0 if it is too small to divide by. */
export const zeroTinyWeight = (weight: number): number => (weight < WEIGHT.min ? 0 : weight)

/** Random consistency indices by number of criteria, from one on (Saaty 1980). */
const RANDOM_INDEX = [0, 0, 0.58, 0.9, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49] as const
export const PAIRED_CRITERIA_MAX = RANDOM_INDEX.length
/** Judgements with a smaller consistency ratio count as consistent (Saaty 1980). */
export const CONSISTENCY_RATIO_MAX = 0.1

/**
 * Returns rank-order centroid weights for `count` criteria, the most important first (Barron and Barrett 1996,
 * "Decision Quality Using Ranked Attribute Weights"): wᵢ = (1/n) Σₖ₌ᵢⁿ 1/k. They add up to 1.
 */
export function calculateOrderWeights(count: number): number[] {
  const weights: number[] = []
  let sum = 0
  for (let rank = count; rank >= 1; rank--) {
    sum += 1 / rank
    weights.unshift(sum / count)
  }
  return weights
}

type PairedWeights = {
  /** One per criterion; they add up to 1. */
  weights: number[]
  lambdaMax: number
  consistencyIndex: number
  consistencyRatio: number
  /** Indexes of the three criteria with the least consistent comparisons; `null` if all are consistent. */
  worst: [number, number, number] | null
}

/**
 * Returns the weights of pairwise comparisons (AHP: Saaty 1980; 1990, "How to make a decision"): the principal
 * eigenvector, its eigenvalue, CI = (λ − n)/(n − 1) and CR = CI / random index. The matrix is reciprocal (`MatrixSchema`);
 * of each pair, the entry of at least 1 is used, since its reciprocal is often entered rounded. Throws a `RangeError`
 * unless it is square and has 1 to `PAIRED_CRITERIA_MAX` rows.
 */
export function calculatePairedWeights(matrix: readonly (readonly number[])[]): PairedWeights {
  const count = matrix.length
  if (matrix.some((row) => row.length !== count)) throw new RangeError('The matrix is not square')
  const randomIndex = itemAt(RANDOM_INDEX, count - 1)
  const ratios = matrix.map((row, i) => row.map((entry, j) => (entry >= 1 ? entry : 1 / entryAt(matrix, j, i))))
  const { vector, eigenvalue } = calculatePrincipalEigenvector(ratios)
  const consistencyIndex = count < 2 ? 0 : Math.max(0, (eigenvalue - count) / (count - 1))
  return {
    weights: vector,
    lambdaMax: eigenvalue,
    consistencyIndex,
    consistencyRatio: randomIndex === 0 ? 0 : consistencyIndex / randomIndex,
    worst: getWorstTriad(ratios),
  }
}

const entryAt = (matrix: readonly (readonly number[])[], row: number, column: number): number =>
  itemAt(itemAt(matrix, row), column)

const ITERATIONS_MAX = 10_000
const PRECISION = 1e-14

/** Returns the positive eigenvector (its sum is 1) and eigenvalue of a positive matrix, by power iteration. */
function calculatePrincipalEigenvector(matrix: readonly (readonly number[])[]): {
  vector: number[]
  eigenvalue: number
} {
  let vector = matrix.map(() => 1 / matrix.length)
  let eigenvalue = matrix.length
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
    const product = matrix.map((row) => row.reduce((sum, entry, j) => sum + entry * itemAt(vector, j), 0))
    // The sum of the vector is 1, so the sum of its image is the eigenvalue.
    eigenvalue = product.reduce((sum, entry) => sum + entry, 0)
    const next = product.map((entry) => entry / eigenvalue)
    const change = Math.max(...next.map((entry, i) => Math.abs(entry - itemAt(vector, i))))
    vector = next
    if (change < PRECISION) break
  }
  return { vector, eigenvalue }
}

/** A triad is consistent if a direct comparison equals the product of the two indirect ones, within rounding. */
const TRIAD_TOLERANCE = 1e-6

/**
 * Returns the triad with the largest inconsistency: how far aᵢⱼ·aⱼₖ/aᵢₖ is from 1, as a ratio (Koczkodaj 1993, "A new
 * definition of consistency of pairwise comparisons"). If several are equal, it is the first.
 */
function getWorstTriad(matrix: readonly (readonly number[])[]): [number, number, number] | null {
  let worst: [number, number, number] | null = null
  let largest = TRIAD_TOLERANCE
  const entry = (i: number, j: number) => entryAt(matrix, i, j)
  for (let i = 0; i < matrix.length; i++)
    for (let j = i + 1; j < matrix.length; j++)
      for (let k = j + 1; k < matrix.length; k++) {
        const distance = Math.abs(Math.log((entry(i, j) * entry(j, k)) / entry(i, k)))
        if (distance <= largest) continue
        largest = distance
        worst = [i, j, k]
      }
  return worst
}
