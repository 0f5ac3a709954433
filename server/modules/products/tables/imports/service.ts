import { randomUUID } from 'node:crypto'
import { IMPORT, TABLE } from '#contracts/limits.ts'
import type { ImportStart, ProductImport } from '#contracts/products/product-import.ts'
import type { ImportPlan, PlannedRow, ProductImportFields } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createImportClosing } from './import-closing.ts'
import { createImportLists, type ImportReference } from './lists.ts'
import { createCounts } from './plan-file.ts'
import { type ImportRecorder, recordImport } from './record-import.ts'
import { findImport, type ImportRow, insertImport, listImports, listPlannedRows, updateImport } from './store.ts'
import { getStatus, toPlannedRow, toProductImport } from './view.ts'
import {
  assertReady,
  createImportWorker,
  type ImportInput,
  removeFile,
  type UploadedTable,
  type WorkerDependencies,
} from './worker.ts'

export type ImportService = ReturnType<typeof createImportService>

export type ImportDependencies = Omit<WorkerDependencies, 'recorder'> &
  Pick<ImportRecorder, 'addRevision'> & {
    /** Locks a catalogue and its document until the transaction ends. */
    lockCatalogue(transaction: Transaction, catalogue: Catalogue): Promise<void>
    audit: AuditService
  }
const ROWS_PER_READ = 1_000

/**
 * Creates the product imports. An import is stored as a row with its progress, and a row for each planned row. It runs
 * in the background, on the node that received the file.
 */
export function createImportService(dependencies: ImportDependencies) {
  const { database, clock, lockCatalogue, addRevision, audit } = dependencies
  const recorder: ImportRecorder = {
    clock,
    audit,
    addRevision,
    write: (catalogue, callback) =>
      database.write(async (transaction) => {
        await lockCatalogue(transaction, catalogue)
        return callback(transaction)
      }),
  }
  const worker = createImportWorker({ ...dependencies, recorder })
  const lists = createImportLists({ database, clock })
  const { closeImport, closeById, purge } = createImportClosing({ database, clock, recorder })

  /** Inserts an import whose file is to be read. Returns its id. */
  async function insertNew(catalogue: Catalogue, { file, known, columns }: ImportInput, actor: Actor): Promise<string> {
    const id = randomUUID()
    const now = timestamp(clock)
    await database.write(({ db }) =>
      insertImport(db, {
        id,
        catalogue,
        status: 'reading',
        fileName: file.name,
        known,
        columnsJson: JSON.stringify(columns),
        userId: actor.id,
        fingerprint: '',
        changes: 0,
        factChanges: 0,
        totalRows: null,
        plannedRows: 0,
        countsJson: JSON.stringify(createCounts()),
        summaryJson: null,
        appliedRows: 0,
        appliedOrdinal: 0,
        failure: null,
        startedAt: now,
        heartbeatAt: now,
        isUndoable: true,
        undoOrdinal: null,
        undoneByName: null,
      }),
    )
    return id
  }

  /**
   * Closes a user's ended imports, since a user has at most one open one per catalogue. Throws `conflict` if one is
   * running.
   */
  async function closeEndedImports(catalogue: Catalogue, actor: Actor): Promise<void> {
    for (const row of await listImports(database.read, actor.id, catalogue)) {
      const status = getStatus(row, clock.now())
      if (status === 'reading' || status === 'applying') throw conflict(MESSAGES.importRunning)
      if (status === 'undoing') throw conflict(MESSAGES.importUndoing)
      await closeImport(row, actor)
    }
  }

  /** Ends an import that still has the same status, and records the rows saved so far. */
  const markCancelled = ({ id, catalogue, status }: ImportRow, actor: Actor): Promise<void> =>
    recorder.write(catalogue, async (transaction) => {
      const change = { status: 'cancelled' as const, heartbeatAt: timestamp(clock) }
      if (!(await updateImport(transaction.db, id, status, change))) return
      const row = await findImport(transaction.db, id)
      if (row && row.appliedRows > 0) await recordImport(recorder, transaction, row, actor)
    })

  async function listAllRows(id: string): Promise<PlannedRow[]> {
    const rows: PlannedRow[] = []
    for (let offset = 0; ; offset += ROWS_PER_READ) {
      const page = await listPlannedRows(database.read, id, { limit: ROWS_PER_READ, offset })
      rows.push(...page.map(toPlannedRow))
      if (page.length < ROWS_PER_READ) return rows
    }
  }

  /** Throws the error of a save, with the number of rows saved before it. */
  async function throwWithSavedRows(id: string, actor: Actor, error: unknown): Promise<never> {
    await worker.recordFailure(id, actor, error)
    const row = await findImport(database.read, id)
    if (error instanceof AppError && row && row.appliedRows > 0)
      throw new AppError(error.code, row.failure ?? error.message)
    throw error
  }

  return {
    get: lists.get,
    list: lists.list,
    listPast: lists.listPast,
    listRows: lists.listRows,
    exportRejected: lists.exportRejected,
    listUndoSkipped: lists.listUndoSkipped,

    /**
     * Starts an import: reads and plans the file. Returns it when the plan is ready, or after a short wait with its
     * progress. Throws `conflict` if the user already has a running import in the catalogue.
     */
    async start(
      catalogue: Catalogue,
      fields: ImportStart & { file: UploadedTable },
      actor: Actor,
    ): Promise<ProductImport> {
      await closeEndedImports(catalogue, actor).catch(async (error) => {
        await removeFile(fields.file)
        throw error
      })
      const input: ImportInput = { ...fields, limits: IMPORT }
      const id = await insertNew(catalogue, input, actor)
      await worker.waitForFastFinish(id, actor, worker.plan(id, catalogue, input))
      return lists.getCurrent(id)
    },

    /**
     * Saves the plan. Returns like `start`; an import that is being saved or has been is returned as it is. Throws
     * `notFound`, `conflict` if there is nothing to save.
     */
    async apply(reference: ImportReference, actor: Actor): Promise<ProductImport> {
      const row = await lists.getOwnRow(reference, actor)
      const { id } = row
      const current = toProductImport(row, clock.now())
      if (current.status === 'applying' || current.status === 'done') return current
      assertReady(current)
      await worker.waitForFastFinish(id, actor, worker.apply(row, actor))
      return lists.getCurrent(id)
    },

    /**
     * Undoes an import that has saved rows, of any user, or resumes its interrupted undo. Returns like `start`; an
     * import that is being undone or has been is returned as it is. Throws `notFound`, `conflict` if it can't be
     * undone.
     */
    async undo(reference: ImportReference, actor: Actor): Promise<ProductImport> {
      const row = await lists.getVisibleRow(reference, actor)
      const { id } = row
      const view = toProductImport(row, clock.now())
      if (view.undo && view.undo.status !== 'interrupted') return view
      if (view.undoableUntil === null) throw conflict(MESSAGES.importNotUndoable(IMPORT.undoDays))
      await worker.waitForFastFinish(id, actor, worker.undo(row, actor))
      return lists.getCurrent(id)
    },

    /**
     * Cancels an import: during planning, nothing was changed; during saving, it stops after the current part. Closes
     * an import that has ended. Returns its last state. Throws `notFound`, `conflict` during the undo.
     */
    async cancel(reference: ImportReference, actor: Actor): Promise<ProductImport> {
      const row = await lists.getOwnRow(reference, actor)
      const { id, status } = row
      if (getStatus(row, clock.now()) === 'undoing') throw conflict(MESSAGES.importUndoing)
      if (status === 'reading' || status === 'planned' || status === 'applying') await markCancelled(row, actor)
      worker.stop(id)
      const view = await lists.getCurrent(id)
      if (status !== 'reading' && status !== 'applying') await closeById(id, actor)
      return view
    },

    /**
     * Plans and saves a small table in one request, if the plan equals that of the dry run. Throws like `start`,
     * `invalid` for a file without names, `conflict` if the file, the options or the catalogue differ from the dry run.
     */
    async importImmediately(
      catalogue: Catalogue,
      { mode, fingerprint, ...fields }: ProductImportFields & { file: UploadedTable },
      actor: Actor,
    ): Promise<ImportPlan> {
      const input: ImportInput = { ...fields, limits: TABLE }
      const id = await insertNew(catalogue, input, actor)
      try {
        await worker.plan(id, catalogue, input)
        const row = await findImport(database.read, id)
        if (!row) throw notFound(MESSAGES.importNotFound)
        const { counts, summary } = toProductImport(row, clock.now())
        if (!summary) throw conflict(MESSAGES.importNotPlanned)
        const isApplied = mode === 'apply'
        if (isApplied) {
          if (!summary.takenFields.includes('name')) throw invalid(MESSAGES.importNoName)
          if (fingerprint !== row.fingerprint) throw conflict(MESSAGES.importStale)
          await worker.apply(row, actor).catch((error) => throwWithSavedRows(id, actor, error))
        }
        return { ...summary, fingerprint: row.fingerprint, isApplied, counts, rows: await listAllRows(id) }
      } finally {
        await closeById(id, actor)
      }
    },

    purge,
    onFailure: worker.onFailure,
    close: worker.close,
  }
}
