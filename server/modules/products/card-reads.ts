import type { ListedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { catalogueTopic, listProductsByNumber, ratingsTopic } from './store.ts'
import { toProductCard } from './view.ts'

/** Cards of a catalogue that are kept, in a megabyte or two; the oldest go first. */
const KEPT_CARDS = 1_000

/**
 * Creates what reads the cards of a catalogue by its products' numbers, in that order: as they were read last, until a
 * product of it changes. They have no verdict and no place yet. The same card is the same object, which nobody changes.
 */
export function createCardReads({ read, changes }: Pick<Database, 'read' | 'changes'>, catalogue: Catalogue) {
  let cards = new Map<number, ListedProduct>()
  const forgetChanged = followChanges(changes, [catalogueTopic(catalogue), ratingsTopic(catalogue)], async () => {
    cards = new Map()
  })

  return async (numbers: readonly number[]): Promise<ListedProduct[]> => {
    await forgetChanged()
    // What changes while it is read is read into cards that nobody else is given.
    const known = cards
    const unknown = numbers.filter((number) => !known.has(number))
    if (unknown.length > 0)
      for (const row of await listProductsByNumber(read, unknown)) {
        await yieldToEventLoop()
        known.set(row.number, { ...toProductCard(row), verdict: null, found: null })
      }
    const listed = numbers.flatMap((number) => known.get(number) ?? [])
    for (const number of known.keys()) {
      if (known.size <= KEPT_CARDS) break
      known.delete(number)
    }
    return listed
  }
}
