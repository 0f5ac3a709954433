/** Keeps what is in memory of a catalogue in step with its rows: asked for after a change, it first reads what has changed. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import { catalogueName } from '#server/modules/products/names.ts'
import { listProducts, listVersions, type ProductRow, type Scope } from '#server/modules/products/store.ts'
import { indexedProduct } from '#server/modules/products/view.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ProductIndex } from './product-index.ts'

const ROWS_AT_ONCE = 500

/** What an index has to be for it to be kept in step: it knows its rows' versions, and takes in what has changed. */
type Following<Item> = {
  versionOf(id: string): number | undefined
  ids(): Iterable<string>
  update(changed: readonly Item[], removed: readonly string[]): void
}

type Followed<Item, Index extends Following<Item>> = {
  catalogue: Catalogue
  scope: Scope
  index: Index
  /** What the index keeps of a row. */
  itemOf: (row: ProductRow) => Item
}

/** The index by which a catalogue's products are searched. */
export const createLiveIndex = (database: Database, catalogue: Catalogue, scope: Scope = 'active') =>
  createFollowing(database, { catalogue, scope, index: new ProductIndex(), itemOf: indexedProduct })

/** Gives a function that gives the index up to date; nothing is read before it is first asked. */
export function createFollowing<Item, Index extends Following<Item>>(
  database: Database,
  { catalogue, scope, index, itemOf }: Followed<Item, Index>,
): () => Promise<Index> {
  let isStale = true
  let syncing: Promise<void> | undefined

  database.changes.listen((names) => {
    if (names.includes(catalogueName(catalogue))) isStale = true
  })

  async function sync() {
    isStale = false
    try {
      const rows = await listVersions(database.read, catalogue, scope)
      const live = new Set(rows.map(({ id }) => id))
      const changed = rows.filter(({ id, version }) => index.versionOf(id) !== version).map(({ id }) => id)
      const removed = [...index.ids()].filter((id) => !live.has(id))
      const items: Item[] = []
      for (let at = 0; at < changed.length; at += ROWS_AT_ONCE)
        items.push(...(await listProducts(database.read, changed.slice(at, at + ROWS_AT_ONCE))).map(itemOf))
      if (items.length > 0 || removed.length > 0) index.update(items, removed)
    } catch (error) {
      isStale = true
      throw error
    }
  }

  return async () => {
    while (isStale || syncing) {
      syncing ??= sync().finally(() => {
        syncing = undefined
      })
      await syncing
    }
    return index
  }
}
