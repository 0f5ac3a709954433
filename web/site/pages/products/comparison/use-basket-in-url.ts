import { useEffect } from 'react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { baskets } from '../../../compare/basket.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import type { ListController } from '../list/use-list-state.ts'

/**
 * Synchronizes the list's URL with the products chosen for a comparison, so that the URL can be shared. The products in
 * the first URL of a visit are added to the basket; later, a change of the basket, on any page or tab, updates the URL.
 */
export function useBasketInUrl(catalogue: Catalogue, { state: { compare }, change }: ListController): void {
  const basket = useBaskets()?.[catalogue]
  const comparedIds = compare.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `comparedIds` represents `compare`; `change` is another function on every render.
  useEffect(() => {
    if (!basket || baskets.addFromUrl(catalogue, compare)) return
    const basketIds = basket.map(({ id }) => id)
    if (basketIds.join('\n') !== comparedIds) void change({ compare: basketIds }, { replace: true })
  }, [catalogue, basket, comparedIds])
}
