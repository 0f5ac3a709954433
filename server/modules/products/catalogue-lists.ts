/** Keeps the index of a catalogue in sync with its rows: changes are read when the index is next used. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type FactCursor, type FactService, factsTopic } from '#server/modules/facts/service.ts'
import {
  CatalogueIndex,
  type IndexedChanges,
  insertByName,
  loadSnapshot,
  storeSnapshot,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { collectStatistics } from '#server/platform/database/statistics.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import {
  type ChangedRow,
  catalogueTopic,
  countLiveProducts,
  findLastChangeNumber,
  listChangedRows,
  listNamesUnchanged,
  listRowsOf,
  ratingsTopic,
} from './store.ts'
import { toIndexedProduct } from './view.ts'

const ROWS_PER_READ = 200
/** A new snapshot is stored after this many changes, so a restart has fewer than that to read. */
const CHANGES_PER_SNAPSHOT = 1_000

/** The highest possible product number. */
const MAX_NUMBER = 2_147_483_647
const NOTHING_INDEXED: IndexedChanges = { change: 0, factChange: 0 }

/** Creates a function that returns the up-to-date index of a catalogue. Nothing is read before the first call. */
export function createCatalogueLists(
  database: Database,
  { filterValues }: Pick<FactService, 'filterValues'>,
  catalogue: Catalogue,
): () => Promise<CatalogueIndex> {
  const { read, changes } = database
  let index = new CatalogueIndex()
  let indexed: IndexedChanges | undefined
  let changesSinceSnapshot = 0

  /** Loads the snapshot and the changes since; indexes the entire catalogue if there is no usable snapshot. */
  async function load(): Promise<IndexedChanges> {
    const stored = await loadSnapshot(read, catalogue, index)
    if (!stored) return prepareRebuild()
    const readUpTo = await readChanges(stored)
    // Products purged since the snapshot left no change to read.
    const isComplete = (await countLiveProducts(read, catalogue)) === index.byName.length
    if (isComplete || (await findLastChangeNumber(read, catalogue)) > readUpTo.change) return readUpTo
    index = new CatalogueIndex()
    return prepareRebuild()
  }

  /**
   * Prepares a read of the entire catalogue: after a copy or an import this may be the first read of its tables. A
   * small catalogue has no snapshot and is read entirely on every start.
   */
  async function prepareRebuild(): Promise<IndexedChanges> {
    if ((await countLiveProducts(read, catalogue)) >= CHANGES_PER_SNAPSHOT) await collectStatistics(database)
    return NOTHING_INDEXED
  }

  /** Indexes the changes since the given ones. Returns the changes that the index now contains. */
  async function readChanges(since: IndexedChanges): Promise<IndexedChanges> {
    const until = {
      change: await findLastChangeNumber(read, catalogue),
      factChange: await filterValues.findLastChange(),
    }
    const knownNames = new Map<number, string>()
    let last = { change: since.change, number: MAX_NUMBER }
    for (;;) {
      const rows = await listChangedRows(read, catalogue, { after: last, until: until.change, limit: ROWS_PER_READ })
      await apply(rows, knownNames, since)
      const end = rows.at(-1)
      if (!end || rows.length < ROWS_PER_READ) break
      last = { change: end.change, number: end.number }
    }
    // The first read loaded the facts together with the products.
    if (since.change === 0) return until
    let from: FactCursor | undefined = { change: since.factChange, productId: undefined }
    while (from) {
      const changed = await filterValues.listChanged({ after: from, until: until.factChange, limit: ROWS_PER_READ })
      if (changed.ids.length > 0) await apply(await listRowsOf(read, catalogue, changed.ids), knownNames, since)
      from = changed.end
    }
    return until
  }

  async function apply(
    rows: readonly ChangedRow[],
    knownNames: Map<number, string>,
    since: IndexedChanges,
  ): Promise<void> {
    if (rows.length === 0) return
    await yieldToEventLoop()
    const values = await filterValues.list(rows.map(({ id }) => id))
    await yieldToEventLoop()
    const products = rows.map((row) => toIndexedProduct(row, values.get(row.id) ?? []))
    for (const { number, name } of products) knownNames.set(number, name)
    const byName = await insertByName(
      index.listOthersByName(products),
      products.filter(({ isLive }) => isLive),
      async (numbers) => {
        await yieldToEventLoop()
        const unknown = numbers.filter((number) => !knownNames.has(number))
        if (unknown.length > 0)
          for (const { number, name } of await listNamesUnchanged(read, unknown, since.change))
            knownNames.set(number, name)
        return knownNames
      },
    )
    index.update(products, byName)
    changesSinceSnapshot += products.length
  }

  const names = [catalogueTopic(catalogue), ratingsTopic(catalogue), factsTopic(catalogue)]
  const sync = followChanges(changes, names, async () => {
    indexed ??= await load()
    indexed = await readChanges(indexed)
    if (changesSinceSnapshot < CHANGES_PER_SNAPSHOT) return
    changesSinceSnapshot = 0
    // A node that can't write still lists its products.
    await storeSnapshot(database, catalogue, index, indexed).catch(() => {})
  })

  return async () => {
    await sync()
    return index
  }
}
