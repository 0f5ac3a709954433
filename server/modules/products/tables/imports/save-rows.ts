/** Saves a planned import: a small one in one transaction, a large one in parts with a transaction each. */
import { IMPORT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import { ATTRIBUTES_TOPIC, type FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { collectStatistics } from '#server/platform/database/statistics.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'
import type { ProductService } from '../../service.ts'
import type { PlannedSave } from '../plan-import.ts'
import { type ImportRecorder, recordImport } from './record-import.ts'
import { findImport, type ImportRow, listPlannedSaves, updateImport } from './store.ts'
import { saveWithChanges } from './undo/record-changes.ts'
import { parsePlannedSave, toProductImport } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  recorder: ImportRecorder
}
/** The database collects statistics again after this many rows, since imported rows may be the majority of a table. */
const ROWS_PER_STATISTICS_RUN = 5_000

type Part = { saves: readonly (PlannedSave & { ordinal: number })[]; lastOrdinal: number; isLast: boolean }

/** Thrown to roll back a part's transaction if another request has ended the import. */
class ImportEndedError extends Error {}

/**
 * Saves the remaining rows of an import. Each part stores its rows, the position in the import and the revisions that
 * the next part expects in one transaction, so that an interrupted import can be resumed. Throws `conflict` if the
 * catalogue or its facts have changed since the plan; a large import may then be partly saved.
 */
export async function saveRows(
  dependencies: Dependencies,
  id: string,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const row = await findImport(dependencies.database.read, id)
    if (row?.status !== 'applying' || signal.aborted) return
    const part = await readPart(dependencies, row)
    const columns = await dependencies.products.buildColumns(part.saves)
    try {
      await dependencies.recorder.write(row.catalogue, (transaction) =>
        savePart(dependencies, transaction, { row, part, columns, actor }),
      )
    } catch (error) {
      if (error instanceof ImportEndedError) return
      throw error
    }
    const countRuns = (rows: number) => Math.floor(rows / ROWS_PER_STATISTICS_RUN)
    if (countRuns(row.appliedRows + part.saves.length) > countRuns(row.appliedRows))
      await collectStatistics(dependencies.database)
    // An in-process database gives its connection to the next caller in the queue: let other requests go first.
    await waitForNextTurn()
  }
}

async function readPart({ database, clock }: Dependencies, row: ImportRow): Promise<Part> {
  const { counts } = toProductImport(row, clock.now())
  const total = counts.create + counts.update
  const size = total <= IMPORT.singleTransactionRows ? IMPORT.singleTransactionRows : IMPORT.rowsPerBatch
  const saves = await listPlannedSaves(database.read, row.id, row.appliedOrdinal, size)
  return {
    saves: saves.map(({ ordinal, saveJson }) => ({ ...parsePlannedSave(saveJson), ordinal })),
    lastOrdinal: saves.at(-1)?.ordinal ?? row.appliedOrdinal,
    isLast: row.appliedRows + saves.length >= total,
  }
}

type PartToSave = {
  row: ImportRow
  part: Part
  columns: Awaited<ReturnType<ProductService['buildColumns']>>
  actor: Actor
}

async function savePart(dependencies: Dependencies, transaction: Transaction, input: PartToSave): Promise<void> {
  const { clock, recorder } = dependencies
  const { row, part, actor } = input
  const imported = { importId: row.id, catalogue: row.catalogue, saves: part.saves }
  const revisions = await saveWithChanges(dependencies, transaction, imported, () =>
    saveProducts(dependencies, transaction, input),
  )
  const appliedRows = row.appliedRows + part.saves.length
  const isApplying = await updateImport(transaction.db, row.id, 'applying', {
    appliedRows,
    appliedOrdinal: part.lastOrdinal,
    changes: revisions.changes,
    factChanges: revisions.factChanges,
    heartbeatAt: timestamp(clock),
    status: part.isLast ? 'done' : 'applying',
  })
  if (!isApplying) throw new ImportEndedError()
  if (part.isLast) await recordImport(recorder, transaction, { ...row, appliedRows }, actor)
}

/** Saves the products and facts of a part. Returns the revisions that the next part expects. */
async function saveProducts(
  { products, facts }: Dependencies,
  transaction: Transaction,
  { row, part, columns, actor }: PartToSave,
): Promise<Pick<ImportRow, 'changes' | 'factChanges'>> {
  const { catalogue } = row
  const changes = await products.saveMany(transaction, { catalogue, plannedRevision: row.changes }, columns, actor)
  const saves = part.saves.flatMap(({ id, facts: productFacts }) =>
    productFacts ? [{ productId: id, facts: productFacts }] : [],
  )
  let { factChanges } = row
  if (saves.length > 0) {
    await transaction.lock(ATTRIBUTES_TOPIC)
    if ((await facts.countRevisions(catalogue, transaction.db)) !== factChanges) throw conflict(MESSAGES.importStale)
    if (await facts.saveMany(transaction, catalogue, saves, actor)) factChanges += 1
  }
  return { changes, factChanges }
}
