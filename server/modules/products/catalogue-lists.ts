/** Updates the index of a catalogue with its rows: what changed is read when the index is next asked for. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type FactPlace, type FactService, factsTopic } from '#server/modules/facts/service.ts'
import {
  CatalogueIndex,
  insertByName,
  loadSnapshot,
  type Progress,
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

const ROWS_AT_ONCE = 200
/** What a start reads anew is less than this; the rest is in the snapshot. */
const CHANGES_PER_SNAPSHOT = 1_000

/** Of any number of a product. */
const MOST = 2_147_483_647
const NOTHING_READ: Progress = { change: 0, factChange: 0 }

/** Creates a function that returns the up-to-date index of a catalogue. Nothing is read before the first call. */
export function createCatalogueLists(
  database: Database,
  { filterValues }: Pick<FactService, 'filterValues'>,
  catalogue: Catalogue,
): () => Promise<CatalogueIndex> {
  const { read, changes } = database
  let index = new CatalogueIndex()
  let progress: Progress | undefined
  let changesSinceSnapshot = 0

  async function begin(): Promise<Progress> {
    const stored = await loadSnapshot(read, catalogue, index)
    if (!stored) return beginAnew()
    const readUpTo = await readChanges(stored)
    // What went for good since then left no change behind.
    const isWhole = (await countLiveProducts(read, catalogue)) === index.byName.length
    if (isWhole || (await findLastChangeNumber(read, catalogue)) > readUpTo.change) return readUpTo
    index = new CatalogueIndex()
    return beginAnew()
  }

  /**
   * The whole catalogue will be read: after a copy or an import it may be the first that its tables are read for. A small
   * one has no snapshot, and is read at every start.
   */
  async function beginAnew(): Promise<Progress> {
    if ((await countLiveProducts(read, catalogue)) >= CHANGES_PER_SNAPSHOT) await collectStatistics(database)
    return NOTHING_READ
  }

  /** Reads what changed since then. Returns how far it has gone. */
  async function readChanges(since: Progress): Promise<Progress> {
    const until = {
      change: await findLastChangeNumber(read, catalogue),
      factChange: await filterValues.findLastChange(),
    }
    const knownNames = new Map<number, string>()
    let last = { change: since.change, number: MOST }
    for (;;) {
      const rows = await listChangedRows(read, catalogue, { after: last, until: until.change, limit: ROWS_AT_ONCE })
      await apply(rows, knownNames, since)
      const end = rows.at(-1)
      if (!end || rows.length < ROWS_AT_ONCE) break
      last = { change: end.change, number: end.number }
    }
    // A first reading had the facts with the products.
    if (since.change === 0) return until
    let begin: FactPlace | undefined = { change: since.factChange, productId: undefined }
    while (begin) {
      const changed = await filterValues.listChanged({ after: begin, until: until.factChange, limit: ROWS_AT_ONCE })
      if (changed.ids.length > 0) await apply(await listRowsOf(read, catalogue, changed.ids), knownNames, since)
      begin = changed.end
    }
    return until
  }

  async function apply(rows: readonly ChangedRow[], knownNames: Map<number, string>, since: Progress): Promise<void> {
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
    progress ??= await begin()
    progress = await readChanges(progress)
    if (changesSinceSnapshot < CHANGES_PER_SNAPSHOT) return
    changesSinceSnapshot = 0
    // A node that can't write lists its products all the same.
    await storeSnapshot(database, catalogue, index, progress).catch(() => {})
  })

  return async () => {
    await sync()
    return index
  }
}
