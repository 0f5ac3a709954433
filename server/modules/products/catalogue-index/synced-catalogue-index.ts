/** Synchronizes the index of a catalogue with its rows: changes are read before the next use of the index. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import {
  type ChangedFacts,
  type FactCursor,
  type FactService,
  getCatalogueTopic,
  getFactsTopic,
} from '#server/modules/facts/service.ts'
import {
  CatalogueIndex,
  type IndexCheckpoint,
  insertByName,
  restoreSnapshot,
  saveSnapshot,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { collectStatistics } from '#server/platform/database/statistics.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { countLiveProducts } from '../store.ts'
import { getRatingsTopic } from '../topics.ts'
import { toIndexedProduct } from '../view.ts'
import { type ChangedRow, getLastChangeNumber, listChangedRows, listNamesUnchanged, listRowsById } from './store.ts'

const ROWS_PER_READ = 200
/** A new snapshot is stored after this many changes, so that a start has fewer changes to read. */
const CHANGES_PER_SNAPSHOT = 1_000

/** The highest possible product number. */
const MAX_NUMBER = 2_147_483_647
const EMPTY_CHECKPOINT: IndexCheckpoint = { change: 0, factChange: 0 }

/** Functions that return the up-to-date index of each catalogue. */
export type CatalogueIndexes = Readonly<Record<Catalogue, () => Promise<CatalogueIndex>>>

/** Creates a function that returns the up-to-date index of a catalogue. Nothing is read before the first call. */
export function createSyncedCatalogueIndex(
  database: Database,
  { filterValues }: Pick<FactService, 'filterValues'>,
  catalogue: Catalogue,
): () => Promise<CatalogueIndex> {
  const { read, changes } = database
  let index = new CatalogueIndex()
  let checkpoint: IndexCheckpoint | undefined
  let changesSinceSnapshot = 0

  /** Loads the snapshot and the changes since; indexes the entire catalogue if there is no usable snapshot. */
  async function load(): Promise<IndexCheckpoint> {
    const snapshotCheckpoint = await restoreSnapshot(read, catalogue, index)
    if (!snapshotCheckpoint) return prepareRebuild()
    const current = await readChanges(snapshotCheckpoint)
    // Purged products leave no row from which the change could be read, so the numbers of products are compared.
    const isComplete = (await countLiveProducts(read, catalogue)) === index.byName.length
    if (isComplete || (await getLastChangeNumber(read, catalogue)) > current.change) return current
    index = new CatalogueIndex()
    return prepareRebuild()
  }

  /**
   * Prepares a read of the entire catalogue: after a copy or an import this may be the first read of its tables. A
   * small catalogue has no snapshot and is read entirely on every start.
   */
  async function prepareRebuild(): Promise<IndexCheckpoint> {
    if ((await countLiveProducts(read, catalogue)) >= CHANGES_PER_SNAPSHOT) await collectStatistics(database)
    return EMPTY_CHECKPOINT
  }

  /** Indexes the changes since a checkpoint. Returns the new checkpoint. */
  async function readChanges(since: IndexCheckpoint): Promise<IndexCheckpoint> {
    const until = {
      change: await getLastChangeNumber(read, catalogue),
      factChange: await filterValues.getLastChange(),
    }
    const knownNames = new Map<number, string>()
    let cursor: { change: number; number: number } | undefined = { change: since.change, number: MAX_NUMBER }
    while (cursor) {
      const range = { after: cursor, until: until.change, limit: ROWS_PER_READ }
      const rows: ChangedRow[] = await listChangedRows(read, catalogue, range)
      await applyRows(rows, knownNames, since)
      cursor = rows.length < ROWS_PER_READ ? undefined : rows.at(-1)
    }
    // The first read indexes every product together with its facts.
    if (since.change === 0) return until
    let factCursor: FactCursor | undefined = { change: since.factChange, productId: undefined }
    while (factCursor) {
      const range = { after: factCursor, until: until.factChange, limit: ROWS_PER_READ }
      const { ids, nextCursor }: ChangedFacts = await filterValues.listChanged(range)
      if (ids.length > 0) await applyRows(await listRowsById(read, catalogue, ids), knownNames, since)
      factCursor = nextCursor
    }
    return until
  }

  /** Reindexes rows. `knownNames` caches names by product number for the order by name. */
  async function applyRows(
    rows: readonly ChangedRow[],
    knownNames: Map<number, string>,
    since: IndexCheckpoint,
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

  const topics = [getCatalogueTopic(catalogue), getRatingsTopic(catalogue), getFactsTopic(catalogue)]
  const sync = followChanges(changes, topics, async () => {
    checkpoint ??= await load()
    checkpoint = await readChanges(checkpoint)
    if (changesSinceSnapshot < CHANGES_PER_SNAPSHOT) return
    changesSinceSnapshot = 0
    // A node that can't store the snapshot can still use the index.
    await saveSnapshot(database, catalogue, index, checkpoint).catch(() => {})
  })

  return async () => {
    await sync()
    return index
  }
}
