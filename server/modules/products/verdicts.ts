import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { RECOMMENDATIONS, type SortOrder } from '#contracts/vocabulary.ts'

/** A verdict with the score before rounding. */
type RankedVerdict = ProductVerdict & { total: number }
/** The verdicts that are valid at a moment, by the product's id. */
export type Verdicts = { find(productId: string): RankedVerdict | undefined; list(): string[] }

/** Orders products by verdict and total; equals stay in their order. */
export function orderByVerdict(
  numbers: readonly number[],
  getVerdict: (number: number) => RankedVerdict | undefined,
  order: SortOrder,
): number[] {
  const direction = order === 'asc' ? -1 : 1
  const ranked = numbers.flatMap((number) => {
    const own = getVerdict(number)
    return own ? [{ number, place: RECOMMENDATIONS.indexOf(own.recommendation), total: own.total }] : []
  })
  ranked.sort((a, b) => direction * (a.place - b.place || b.total - a.total))
  return ranked.map(({ number }) => number)
}

/** Returns what visitors see of a verdict; `null` without one. */
export function toVerdict(verdict: RankedVerdict | undefined): ProductVerdict | null {
  if (!verdict) return null
  const { recommendation, score, validUntil, isExample } = verdict
  return { recommendation, score, validUntil, isExample }
}
