/** Saves a planned import in one transaction. */
import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { ROW_ACTION_LABELS, ROW_ACTIONS } from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { ATTRIBUTES_TOPIC, type FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { collectStatistics } from '#server/platform/database/statistics.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import type { ProductService } from '../../service.ts'
import type { PlannedSave } from '../plan-import.ts'
import type { FinishedPlan } from './plan-file.ts'
import { listStatesAsJson } from './product-states.ts'
import { endUndo, insertChanges, insertImport, listVersions } from './store.ts'
import { toProductImport } from './view.ts'

export type SaveDependencies = {
  database: Database
  clock: Clock
  /** Returns the id of a new product or import; ids are in the order in which they are created. */
  nextId: () => string
  products: ProductService
  facts: FactService
  audit: AuditService
  /** Locks a catalogue and its document until the transaction ends. */
  lockCatalogue(transaction: Transaction, catalogue: Catalogue): Promise<void>
  /** Adds an entry to a catalogue's history with the number of rows that an import has saved, or its undo reverted. */
  addRevision(
    transaction: Transaction,
    catalogue: Catalogue,
    rows: Pick<RevisionChanges, 'importedRows' | 'undoneRows'>,
    actor: Actor,
  ): Promise<void>
}

type ImportToSave = {
  catalogue: Catalogue
  fileName: string
  plan: FinishedPlan
  saves: readonly PlannedSave[]
}
type SaveOptions = { actor: Actor; reportProgress: ReportProgress }

/** The database collects statistics again after this many rows, since imported rows may be the majority of a table. */
const ROWS_PER_STATISTICS_RUN = 5_000
/** The rows between two reports. */
const ROWS_PER_PART = 200

/**
 * Saves a plan: all of its rows, or none. Everything that can be prepared is, since others wait for the transaction. Throws
 * `conflict` if the catalogue or its facts have changed since the plan.
 */
export async function saveImport(
  dependencies: SaveDependencies,
  { catalogue, fileName, plan, saves }: ImportToSave,
  { actor, reportProgress }: SaveOptions,
): Promise<ProductImport> {
  const { database, clock, products, audit, nextId } = dependencies
  reportProgress({ step: 'save', done: 0, total: saves.length })
  const updatedIds = saves.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const statesBefore = await listStatesAsJson(dependencies, database.read, catalogue, updatedIds)
  const columns = await products.buildColumns(saves)

  const saved = await writeOnce(database, async (transaction) => {
    const { db } = transaction
    await dependencies.lockCatalogue(transaction, catalogue)
    await saveProducts(dependencies, transaction, { catalogue, plan, saves, columns }, { actor, reportProgress })
    const versions = await listVersions(
      db,
      catalogue,
      saves.map(({ id }) => id),
    )
    await endUndo(db, catalogue)
    const row = {
      id: nextId(),
      catalogue,
      fileName,
      userId: actor.id,
      countsJson: JSON.stringify(plan.counts),
      importedAt: timestamp(clock),
      isUndoable: true,
      undoJson: null,
    }
    await insertImport(db, row)
    await insertChanges(
      db,
      saves.map(({ id, product }, ordinal) => ({
        productId: id,
        importId: row.id,
        ordinal,
        name: product.name,
        beforeJson: statesBefore.get(id) ?? null,
        version: versions.get(id)?.version ?? 0,
        factsVersion: versions.get(id)?.factsVersion ?? 0,
      })),
    )
    await dependencies.addRevision(transaction, catalogue, { importedRows: saves.length }, actor)
    const detail = ROW_ACTIONS.map((action) => `${ROW_ACTION_LABELS[action]}${plan.counts[action]}`).join('，')
    await audit.record(transaction, {
      actor,
      action: 'data.import',
      target: CATALOGUE_LABELS[catalogue],
      detail: `${fileName}：${detail}`,
    })
    await products.events.recordBulkChange(transaction, catalogue, saves.length)
    return toProductImport({ ...row, countsJson: plan.counts, authorName: actor.name }, clock.now())
  })
  if (saves.length >= ROWS_PER_STATISTICS_RUN) await collectStatistics(database)
  return saved
}

type Saved = Pick<ImportToSave, 'catalogue' | 'plan' | 'saves'> & {
  columns: Awaited<ReturnType<ProductService['buildColumns']>>
}

/** Saves the products and then their facts, in parts, for their progress. */
async function saveProducts(
  { products, facts }: SaveDependencies,
  transaction: Transaction,
  { catalogue, plan, saves, columns }: Saved,
  { actor, reportProgress }: SaveOptions,
): Promise<void> {
  const factSaves = saves.flatMap(({ id, facts: productFacts }) =>
    productFacts ? [{ productId: id, facts: productFacts }] : [],
  )
  const total = columns.length + factSaves.length
  const collectSomeStatistics = async (done: number) => {
    if (done > 0 && done % ROWS_PER_STATISTICS_RUN === 0) await collectStatistics({ read: transaction.db })
  }
  for (let done = 0; done < columns.length; done += ROWS_PER_PART) {
    reportProgress({ step: 'save', done, total })
    await collectSomeStatistics(done)
    const part = columns.slice(done, done + ROWS_PER_PART)
    await products.saveMany(transaction, { catalogue, plannedRevision: plan.changes }, part, actor)
  }
  if (factSaves.length === 0) return
  await transaction.lock(ATTRIBUTES_TOPIC)
  if ((await facts.countRevisions(catalogue, transaction.db)) !== plan.factChanges) throw conflict(MESSAGES.importStale)
  for (let done = 0; done < factSaves.length; done += ROWS_PER_PART) {
    reportProgress({ step: 'save', done: columns.length + done, total })
    await collectSomeStatistics(done)
    await facts.saveMany(transaction, catalogue, factSaves.slice(done, done + ROWS_PER_PART), actor)
  }
}
