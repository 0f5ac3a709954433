import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { IMPORT } from '#contracts/limits.ts'
import type { ImportStart, ProductImport } from '#contracts/products/product-import.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { TableLimits } from '#server/platform/tables/open-table.ts'
import type { ProductService } from '../../service.ts'
import { type PlanProgress, planFile } from './plan-file.ts'
import { type ImportRecorder, recordImport } from './record-import.ts'
import { saveRows } from './save-rows.ts'
import {
  claimForApplying,
  claimForUndo,
  findImport,
  type ImportChange,
  type ImportRow,
  insertPlannedRows,
  recordHeartbeat,
  updateImport,
} from './store.ts'
import { undoRows } from './undo/undo-rows.ts'
import { toImportRow, toProductImport } from './view.ts'

/** An uploaded file in its own directory, which is removed once the file is read. */
export type UploadedTable = { path: string; digest: string; name: string }
export type ImportInput = ImportStart & { file: UploadedTable; limits: TableLimits }

export type WorkerDependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  /** Lists the categories and prices that a catalogue's document suggests. */
  listChoices(catalogue: Catalogue): Promise<{ categories: readonly string[]; prices: readonly string[] }>
  recorder: ImportRecorder
}

/** Creates the worker that plans and saves imports in the background on this node. */
export function createImportWorker({ database, clock, products, facts, listChoices, recorder }: WorkerDependencies) {
  /** The imports that this node is working on. */
  const runningTasks = new Map<string, { controller: AbortController; result: Promise<unknown> }>()
  const nextId = createOrderedIds(clock)
  let reportFailure = (_error: unknown): void => {}

  /** Runs a task on an import with a heartbeat, and aborts it if the import was ended by another request or node. */
  async function runTask<Result>(id: string, task: (controller: AbortController) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    const heartbeat = setInterval(async () => {
      const isRunning = await database.write(({ db }) => recordHeartbeat(db, id, timestamp(clock))).catch(() => true)
      if (!isRunning) controller.abort()
    }, IMPORT.heartbeatMs)
    const result = task(controller)
    runningTasks.set(id, { controller, result })
    try {
      return await result
    } finally {
      clearInterval(heartbeat)
      // The next task may have started already: a plan can be saved while its file is still being removed.
      if (runningTasks.get(id)?.controller === controller) runningTasks.delete(id)
    }
  }

  /** Reads the file and plans its rows. Throws `invalid`, `payloadTooLarge`, `unsupportedMediaType`. */
  const plan = (
    id: string,
    catalogue: Catalogue,
    { file, limits, known, columns, source, sheet, headingRow }: ImportInput,
  ): Promise<void> =>
    runTask(id, async (controller) => {
      try {
        const finishedPlan = await planFile(
          { products, facts, listChoices, nextId },
          { catalogue, known, columns, source, sheet, headingRow, path: file.path, limits },
          createPlanProgress(id, controller),
        )
        if (controller.signal.aborted) return
        const { changes, factChanges, counts, summary } = finishedPlan
        const choices = JSON.stringify([columns, source, sheet, headingRow])
        const inputs = [catalogue, known, choices, changes, factChanges, file.digest]
        await database.write(({ db }) =>
          updateReading(db, id, {
            status: 'planned',
            changes,
            factChanges,
            countsJson: JSON.stringify(counts),
            summaryJson: JSON.stringify(summary),
            fingerprint: sha256(inputs.join('\n')),
          }),
        )
      } finally {
        await removeFile(file)
      }
    })

  /** Creates the callbacks that store a plan's rows. They abort the task if the import is no longer being read. */
  function createPlanProgress(id: string, controller: AbortController): PlanProgress {
    let plannedRows = 0
    return {
      isCancelled: () => controller.signal.aborted,
      async onRowCount(totalRows) {
        await database.write(({ db }) => updateReading(db, id, { totalRows }))
      },
      async onRows(rows, counts) {
        const firstOrdinal = plannedRows + 1
        plannedRows += rows.length
        await database.write(async ({ db }) => {
          const isReading = await updateReading(db, id, { plannedRows, countsJson: JSON.stringify(counts) })
          if (!isReading) return controller.abort()
          await insertPlannedRows(
            db,
            rows.map((row, index) => toImportRow(id, firstOrdinal + index, row)),
          )
        })
      },
    }
  }

  /** Updates an import that is still being read. Returns whether it was updated. */
  const updateReading = (db: Queryable, id: string, values: ImportChange): Promise<boolean> =>
    updateImport(db, id, 'reading', { ...values, heartbeatAt: timestamp(clock) })

  /** Claims an import and saves it; does nothing if another request has claimed it meanwhile. Throws `conflict`. */
  async function apply(row: ImportRow, actor: Actor): Promise<void> {
    assertReady(toProductImport(row, clock.now()))
    const now = clock.now().getTime()
    const getTime = (differenceMs: number) => new Date(now + differenceMs).toISOString()
    const aliveBetween = [getTime(-IMPORT.expiryMs), getTime(IMPORT.expiryMs)] as const
    const isClaimed = await database.write(({ db }) => claimForApplying(db, row.id, getTime(0), aliveBetween))
    if (!isClaimed) return
    await runTask(row.id, ({ signal }) =>
      saveRows({ database, clock, products, facts, recorder }, row.id, actor, signal),
    )
  }

  /** Claims an import that has ended, and undoes it. Does nothing if another request has claimed it meanwhile. */
  async function undo(row: ImportRow, actor: Actor): Promise<void> {
    const isClaimed = await recorder.write(row.catalogue, async (transaction) => {
      const claim = { heartbeatAt: timestamp(clock), undoneByName: actor.name }
      if (!(await claimForUndo(transaction.db, row, claim))) return false
      // An interrupted import hasn't been recorded, and can't be resumed any more.
      if (row.status === 'applying') await recordImport(recorder, transaction, row, actor)
      return true
    })
    if (isClaimed)
      await runTask(row.id, ({ signal }) =>
        undoRows({ database, clock, products, facts, recorder }, row.id, actor, signal),
      )
  }

  /** Waits briefly for a task, which then continues in the background; a failure is stored with the import. */
  async function waitForFastFinish(id: string, actor: Actor, task: Promise<void>): Promise<void> {
    const settled = task.catch((error) => recordFailure(id, actor, error)).catch((error) => reportFailure(error))
    await Promise.race([settled, pause(IMPORT.waitMs, undefined, { ref: false })])
  }

  async function recordFailure(id: string, actor: Actor, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) reportFailure(error)
    const failed = await findImport(database.read, id)
    if (!failed) return
    await recorder.write(failed.catalogue, async (transaction) => {
      const row = await findImport(transaction.db, id)
      if (row?.status !== 'reading' && row?.status !== 'applying') return
      const failure = error instanceof AppError ? describeFailure(row, error) : MESSAGES.importBroken
      await updateImport(transaction.db, id, row.status, { status: 'failed', failure, heartbeatAt: timestamp(clock) })
      if (row.appliedRows > 0) await recordImport(recorder, transaction, row, actor)
    })
  }

  function describeFailure(row: ImportRow, error: AppError): string {
    if (row.appliedRows === 0) return error.message
    const { counts } = toProductImport(row, clock.now())
    return MESSAGES.importStopped(row.appliedRows, counts.create + counts.update)
  }

  return {
    plan,
    apply,
    undo,
    waitForFastFinish,
    recordFailure,
    /** Stops the task that this node runs on an import, if any. */
    stop: (id: string) => runningTasks.get(id)?.controller.abort(),
    /** Registers a listener for failures that no request reports. */
    onFailure(listener: (error: unknown) => void) {
      reportFailure = listener
    },
    /** Stops the tasks of this node, whose imports can be resumed, and waits until they have ended. */
    async close(): Promise<void> {
      const tasks = [...runningTasks.values()]
      for (const { controller } of tasks) controller.abort()
      await Promise.allSettled(tasks.map(({ result }) => result))
    },
  }
}

export const removeFile = ({ path }: UploadedTable) => rm(dirname(path), { recursive: true, force: true })

/**
 * Throws if an import can't be saved: `conflict` if it isn't planned or has nothing to save, `invalid` without names.
 */
export function assertReady({ status, counts, summary, canResume }: ProductImport): void {
  if (status !== 'planned' && !canResume) throw conflict(MESSAGES.importNotPlanned)
  if (!summary?.takenFields.includes('name')) throw invalid(MESSAGES.importNoName)
  if (counts.create + counts.update === 0) throw conflict(MESSAGES.importNothing)
}
