import type { ProductQuestion } from '#contracts/products/product.ts'
import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { isEveryOption } from '#contracts/rules/product-filter.ts'
import { RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import type { IndexQuestion } from '#server/modules/search/service.ts'

/** A verdict with the score before rounding. */
type RankedVerdict = ProductVerdict & { total: number }
/** The verdicts that are valid at a moment, by the product's id. */
export type Verdicts = { find(productId: string): RankedVerdict | undefined }

/** Returns what the index is asked for a question: it knows no verdicts, so that it orders by name for them. */
export const toIndexQuestion = ({ search, category, price, type, sort, order }: ProductQuestion): IndexQuestion => ({
  search,
  category,
  price,
  type,
  sort: sort === 'verdict' ? 'name' : sort,
  order: sort === 'verdict' ? 'asc' : order,
})

/**
 * Keeps the ids with the verdict that a question asks for, and orders them by verdict, total and name if it says so:
 * those without a verdict come last either way. Takes what the index answered to `toIndexQuestion`.
 */
export function applyVerdicts(ids: readonly string[], question: ProductQuestion, verdicts: Verdicts): string[] {
  const { verdict, sort, order } = question
  const matching = isEveryOption(verdict) ? [...ids] : ids.filter((id) => verdicts.find(id)?.recommendation === verdict)
  if (sort !== 'verdict') return matching
  const direction = order === 'asc' ? -1 : 1
  const ranked = matching.flatMap((id) => {
    const own = verdicts.find(id)
    return own ? [{ id, place: RECOMMENDATIONS.indexOf(own.recommendation), total: own.total }] : []
  })
  ranked.sort((a, b) => direction * (a.place - b.place || b.total - a.total))
  return [...ranked.map(({ id }) => id), ...matching.filter((id) => !verdicts.find(id))]
}

/** Returns what visitors see of a verdict; `null` without one. */
export function toVerdict(verdict: RankedVerdict | undefined): ProductVerdict | null {
  if (!verdict) return null
  const { recommendation, score, validUntil, isExample } = verdict
  return { recommendation, score, validUntil, isExample }
}
