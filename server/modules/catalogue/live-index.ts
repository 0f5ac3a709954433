/** Keeps a catalogue's index in step with its rows: asked for after a change, it first reads what has changed. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database } from '#server/platform/database/database.ts'
import { catalogueName } from './names.ts'
import { ProductIndex } from './product-index.ts'
import { listProducts, listVersions, type Scope } from './store.ts'
import { indexedProduct } from './view.ts'

const ROWS_AT_ONCE = 500

/** Gives a function that gives the up-to-date index; nothing is read before it is first asked. */
export function createLiveIndex(
  database: Database,
  catalogue: Catalogue,
  scope: Scope = 'active',
): () => Promise<ProductIndex> {
  const index = new ProductIndex()
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
      const products = []
      for (let at = 0; at < changed.length; at += ROWS_AT_ONCE)
        products.push(...(await listProducts(database.read, changed.slice(at, at + ROWS_AT_ONCE))).map(indexedProduct))
      if (products.length > 0 || removed.length > 0) index.update(products, removed)
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
