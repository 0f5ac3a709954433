import type { ListedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { listProductsByNumber } from './numbers/store.ts'
import { getRatingsTopic } from './topics.ts'
import { toProductCard } from './view.ts'

/** Cached cards of a catalogue, about one to two megabytes; the oldest are evicted first. */
const MAX_CACHED_CARDS = 1_000

/**
 * Creates a cached reader of a catalogue's cards by product numbers, in the given order. A change of any product of the
 * catalogue empties the cache. Cards have neither verdict nor search match. They are shared objects: don't mutate them.
 */
export function createCardCache({ read, changes }: Pick<Database, 'read' | 'changes'>, catalogue: Catalogue) {
  const getCards = followChanges(
    changes,
    [getCatalogueTopic(catalogue), getRatingsTopic(catalogue)],
    async () => new Map<number, ListedProduct>(),
  )

  return async (numbers: readonly number[]): Promise<ListedProduct[]> => {
    // A change during the read replaces the map, so outdated cards are added only to the one that is discarded.
    const cached = await getCards()
    const missing = numbers.filter((number) => !cached.has(number))
    if (missing.length > 0)
      for await (const row of eachInTurns(await listProductsByNumber(read, missing))) {
        cached.set(row.number, { ...toProductCard(row), verdict: null, matches: [] })
      }
    const listed = numbers.flatMap((number) => cached.get(number) ?? [])
    for (const number of cached.keys()) {
      if (cached.size <= MAX_CACHED_CARDS) break
      cached.delete(number)
    }
    return listed
  }
}
