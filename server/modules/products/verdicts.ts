import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { RECOMMENDATIONS, type SortOrder } from '#contracts/vocabulary.ts'

/** A verdict with the score before rounding. */
type RankedVerdict = ProductVerdict & { total: number }
/** The currently valid verdicts by product id. */
export type Verdicts = { find(productId: string): RankedVerdict | undefined; list(): string[] }

/** Orders products by verdict and total, and lists those without a verdict last; ties retain their order. */
export function orderByVerdict<Product extends { id: string }>(
  products: readonly Product[],
  verdicts: Verdicts,
  order: SortOrder,
): Product[] {
  const direction = order === 'asc' ? -1 : 1
  const ranked = products.flatMap((product) => {
    const verdict = verdicts.find(product.id)
    return verdict ? [{ product, rank: RECOMMENDATIONS.indexOf(verdict.recommendation), total: verdict.total }] : []
  })
  ranked.sort((a, b) => direction * (a.rank - b.rank || b.total - a.total))
  return [...ranked.map(({ product }) => product), ...products.filter(({ id }) => !verdicts.find(id))]
}

/** Returns the public fields of a verdict; `null` if there is none. */
export function toVerdict(verdict: RankedVerdict | undefined): ProductVerdict | null {
  if (!verdict) return null
  const { recommendation, score, validUntil, isExample } = verdict
  return { recommendation, score, validUntil, isExample }
}
