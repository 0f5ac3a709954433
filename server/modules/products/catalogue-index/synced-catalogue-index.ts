/** Synchronizes the index of a catalogue with its rows: changes are read before the next use of the index. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import {
  type ChangedFacts,
  type FactCursor,
  type FactService,
  getCatalogueTopic,
  getFactsTopic,
} from '#server/modules/facts/service.ts'
import { CatalogueIndex, type ProductToIndex } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { collectStatistics } from '#server/platform/database/statistics.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { countLiveProducts } from '../store.ts'
import { getRatingsTopic, PURGED_PRODUCTS_TOPIC } from '../topics.ts'
import { toProductToIndex } from '../view.ts'
import { type ChangedRow, getLastChangeNumber, getPurgeNumber, listChangedRows, listRowsById } from './store.ts'

const ROWS_PER_READ = 500
/** From this size on, planner statistics are collected before a catalogue is read for the first time. */
const LARGE_CATALOGUE = 1_000

/** The last changes of products and facts that an index contains; later ones, or all after a purge, have to be read. */
type Checkpoint = { change: number; factChange: number; purges: number }

/** The highest possible product number. */
const MAX_NUMBER = 2_147_483_647

/** Functions that return the up-to-date index of each catalogue. */
export type CatalogueIndexes = Readonly<Record<Catalogue, () => Promise<CatalogueIndex>>>

/** Creates a function that returns the up-to-date index of a catalogue. Nothing is read before the first call. */
export function createSyncedCatalogueIndex(
  database: Database,
  { filterValues }: Pick<FactService, 'filterValues'>,
  catalogue: Catalogue,
): () => Promise<CatalogueIndex> {
  const { read, changes } = database
  const index = new CatalogueIndex()
  let checkpoint: Checkpoint | undefined

  /** Indexes the changes since a checkpoint, or the entire catalogue. Returns the new checkpoint. */
  async function readChanges(earlier: Checkpoint | undefined): Promise<Checkpoint> {
    const purges = await getPurgeNumber(read)
    // The numbers of the last changes may have been deleted with their products, and are then given again.
    const since = earlier?.purges === purges ? earlier : undefined
    const until = {
      purges,
      change: await getLastChangeNumber(read, catalogue),
      factChange: await filterValues.getLastChange(),
    }
    let cursor: { change: number; number: number } | undefined = { change: since?.change ?? 0, number: MAX_NUMBER }
    while (cursor) {
      const range = { after: cursor, until: until.change, limit: ROWS_PER_READ }
      const rows: ChangedRow[] = await listChangedRows(read, catalogue, range)
      index.update(await readProducts(rows))
      cursor = rows.length < ROWS_PER_READ ? undefined : rows.at(-1)
    }
    // The first read indexes every product together with its facts.
    let factCursor: FactCursor | undefined = since && { change: since.factChange, productId: undefined }
    while (factCursor) {
      const range = { after: factCursor, until: until.factChange, limit: ROWS_PER_READ }
      const { ids, nextCursor }: ChangedFacts = await filterValues.listChanged(range)
      if (ids.length > 0) index.update(await readProducts(await listRowsById(read, catalogue, ids)))
      factCursor = nextCursor
    }
    return until
  }

  async function readProducts(rows: readonly ChangedRow[]): Promise<ProductToIndex[]> {
    if (rows.length === 0) return []
    const values = await filterValues.list(rows.map(({ id }) => id))
    const products: ProductToIndex[] = []
    for await (const row of eachInTurns(rows)) {
      products.push(toProductToIndex(row, values.get(row.id) ?? []))
    }
    return products
  }

  const topics = [
    getCatalogueTopic(catalogue),
    getRatingsTopic(catalogue),
    getFactsTopic(catalogue),
    PURGED_PRODUCTS_TOPIC,
  ]
  return followChanges(changes, topics, async () => {
    // After a copy or an import, this may be the first read of the tables.
    if (!checkpoint && (await countLiveProducts(read, catalogue)) >= LARGE_CATALOGUE) await collectStatistics(database)
    checkpoint = await readChanges(checkpoint)
    return index
  })
}
