/** The agreement between judges. */

/** Scores of one unit (a candidate on a criterion) with a larger spread are disputed. */
export const DISPUTED_SPREAD = 15
/** The values of α from which agreement is good, or tolerable (Krippendorff 2004, p. 241). */
const ALPHA = { good: 0.8, tolerable: 0.667 } as const

/** Returns how good an agreement is, in words. */
export function classifyAgreement(alpha: number): string {
  if (alpha >= ALPHA.good) return '一致'
  return alpha >= ALPHA.tolerable ? '勉强一致' : '分歧较大'
}

export type Agreement = {
  /** Krippendorff's α, at most 1; negative for less agreement than by chance; `null` if nothing can be compared. */
  alpha: number | null
  /** Why α is `null`. */
  reason: 'noPairs' | 'noVariation' | null
  /** Units with two or more scores. */
  units: number
}

/**
 * Returns Krippendorff's α with the interval metric (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability",
 * sections C and E). Each unit lists its scores in any order; units with fewer than two are ignored.
 *
 * Observed and expected disagreement are means of (a − b)² over pairs, calculated from sums of squares about a mean: Σ
 * over ordered pairs = 2 m Σ (x − mean)².
 */
export function calculateAgreement(unitScores: readonly (readonly number[])[]): Agreement {
  const units = unitScores.filter((scores) => scores.length >= 2)
  if (units.length === 0) return { alpha: null, reason: 'noPairs', units: 0 }
  const all = units.flat()
  const expected = (2 * sumSquaresAboutMean(all)) / (all.length - 1)
  if (expected === 0) return { alpha: null, reason: 'noVariation', units: units.length }
  const observed =
    units.reduce((sum, scores) => sum + (2 * scores.length * sumSquaresAboutMean(scores)) / (scores.length - 1), 0) /
    all.length
  return { alpha: 1 - observed / expected, reason: null, units: units.length }
}

/** Returns the spread of a unit's scores: the largest minus the smallest; 0 for fewer than two. */
export const getSpread = (scores: readonly number[]): number =>
  scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores)

export const hasWideSpread = (scores: readonly number[]): boolean => getSpread(scores) > DISPUTED_SPREAD

function sumSquaresAboutMean(numbers: readonly number[]): number {
  const [first] = numbers
  if (numbers.every((number) => number === first)) return 0
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0)
}
