import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'

export {
  CatalogueIndex,
  type CountValues,
  type FacetFilter,
  type IndexedProduct,
  type ProductCondition,
  type ProductToIndex,
  toFieldCondition,
} from './catalogue-index.ts'
export { findInText, type LocatedMatches, locateMatches } from './find-in-text.ts'
export { type QuestionWord, splitQuestion } from './question-words.ts'
export { DETAILS_PART, listProductsContaining, type ProductText, replaceTexts } from './store.ts'

const ROWS_PER_READ = 500

/** An in-memory index of rows that returns the version of each row it contains. */
export type SyncedIndex<Item> = {
  findVersion(id: string): number | undefined
  ids(): Iterable<string>
  update(changed: readonly Item[], removed: readonly string[]): void
}

/** The rows to index: the topics of their changes, and how to read them. */
type IndexedRows<Item> = {
  topics: readonly string[]
  listVersions(): Promise<{ id: string; version: number }[]>
  listItems(ids: readonly string[]): Promise<Item[]>
}

/**
 * Synchronizes an in-memory index with rows. Returns a function that reads the changes since its last call and returns
 * the up-to-date index; nothing is read before the first call.
 */
export function createSyncedIndex<Item, Index extends SyncedIndex<Item>>(
  changes: Pick<ChangeFeed, 'subscribe'>,
  rows: IndexedRows<Item>,
  index: Index,
): () => Promise<Index> {
  return followChanges(changes, rows.topics, async () => {
    const versions = await rows.listVersions()
    const currentIds = new Set(versions.map(({ id }) => id))
    const changed = versions.filter(({ id, version }) => index.findVersion(id) !== version).map(({ id }) => id)
    const removed = [...index.ids()].filter((id) => !currentIds.has(id))
    const items: Item[] = []
    for (let position = 0; position < changed.length; position += ROWS_PER_READ)
      items.push(...(await rows.listItems(changed.slice(position, position + ROWS_PER_READ))))
    if (items.length > 0 || removed.length > 0) index.update(items, removed)
    return index
  })
}
