import { useEffect } from 'react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { baskets } from '../../../compare/basket.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import type { ListChoices } from '../list/use-list-state.ts'

/**
 * Keeps the address of a list in step with what is chosen for a comparison, so that it can be passed on. The address
 * that a visit begins with is taken in first; after that the basket leads, whichever page or tab changes it.
 */
export function useBasketInAddress(catalogue: Catalogue, { state: { compare }, select }: ListChoices): void {
  const basket = useBaskets()?.[catalogue]
  const named = compare.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `named` says whether `compare` changed; `select` is of this render.
  useEffect(() => {
    if (!basket || baskets.takeAddress(catalogue, compare)) return
    const chosen = basket.map(({ id }) => id)
    if (chosen.join('\n') !== named) void select({ compare: chosen }, { replace: true })
  }, [catalogue, basket, named])
}
