import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'

export { type Bits, countBits, hasBit, intersect, subtract, toBits, unite } from './bits.ts'
export {
  CatalogueIndex,
  type FacetCounts,
  type FacetQuestion,
  type IndexedProduct,
  type IndexSort,
} from './catalogue-index.ts'
export { findByName, findByText, type NameRank, rankNames, type TextMatches } from './find-products.ts'
export { loadSnapshot, type Progress, storeSnapshot } from './index-snapshot.ts'
export { insertByName } from './name-order.ts'
export { refreshPhrases } from './phrases.ts'
export { findLastTextNumber, joinTexts, type OwnerTexts, type PartText, removeTexts, replaceTexts } from './store.ts'

const ROWS_AT_ONCE = 500

/** An index that can be kept in sync: it knows the versions of its rows, and accepts changes. */
export type LiveIndex<Item> = {
  findVersion(id: string): number | undefined
  ids(): Iterable<string>
  update(changed: readonly Item[], removed: readonly string[]): void
}

/** The rows that an index follows: the change feed's topics for them, and how they are read. */
export type IndexedRows<Item> = {
  names: readonly string[]
  listVersions(): Promise<{ id: string; version: number }[]>
  listItems(ids: readonly string[]): Promise<Item[]>
}

/**
 * Keeps an in-memory index in sync with rows: changes are read when the index is next requested. Returns a function
 * that returns the up-to-date index; nothing is read before the first call.
 */
export function getSyncedIndex<Item, Index extends LiveIndex<Item>>(
  changes: Pick<ChangeFeed, 'subscribe'>,
  rows: IndexedRows<Item>,
  index: Index,
): () => Promise<Index> {
  const sync = followChanges(changes, rows.names, async () => {
    const versions = await rows.listVersions()
    const liveProducts = new Set(versions.map(({ id }) => id))
    const changed = versions.filter(({ id, version }) => index.findVersion(id) !== version).map(({ id }) => id)
    const removed = [...index.ids()].filter((id) => !liveProducts.has(id))
    const items: Item[] = []
    for (let position = 0; position < changed.length; position += ROWS_AT_ONCE)
      items.push(...(await rows.listItems(changed.slice(position, position + ROWS_AT_ONCE))))
    if (items.length > 0 || removed.length > 0) index.update(items, removed)
  })

  return async () => {
    await sync()
    return index
  }
}
