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
import type { Database } from '#server/platform/database/database.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { TableLimits } from '#server/platform/tables/open-table.ts'
import type { ProductService } from '../../service.ts'
import { planFile } from './plan-file.ts'
import { type ImportRecords, recordImport } from './record-import.ts'
import { saveRows } from './save-rows.ts'
import { beat, claimForApplying, findImport, type ImportRow, insertPlannedRows, updateImport } from './store.ts'
import { fromRowPlan, toProductImport } from './view.ts'

/** An uploaded file in its own directory, which is removed once the file is read. */
export type SentTable = { path: string; digest: string; name: string }
export type Start = ImportStart & { file: SentTable; limits: TableLimits }

export type WorkDependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  /** Lists the categories and prices that a catalogue's document suggests. */
  listChoices(catalogue: Catalogue): Promise<{ categories: readonly string[]; prices: readonly string[] }>
  records: ImportRecords
}

/** Creates the background work of imports: planning and saving on this node. */
export function createImportWork({ database, clock, products, facts, listChoices, records }: WorkDependencies) {
  /** The imports that this node is working on. */
  const running = new Map<string, { controller: AbortController; work: Promise<unknown> }>()
  const nextId = createOrderedIds(clock)
  let report = (_error: unknown): void => {}

  /** Runs a task on an import with a heartbeat, and aborts it if the import has been ended elsewhere. */
  async function work<Result>(id: string, task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    const heart = setInterval(async () => {
      const isGoingOn = await database.write(({ tx }) => beat(tx, id, timestamp(clock))).catch(() => true)
      if (!isGoingOn) controller.abort()
    }, IMPORT.heartbeatMs)
    const result = task(controller.signal)
    running.set(id, { controller, work: result })
    try {
      return await result
    } finally {
      clearInterval(heart)
      // A plan is visible once stored: its import may be saved while the plan's file is still being removed.
      if (running.get(id)?.controller === controller) running.delete(id)
    }
  }

  /** Reads the file and plans its rows. Throws like `planFile`. */
  const plan = (id: string, catalogue: Catalogue, { file, limits, known, columns }: Start): Promise<void> =>
    work(id, async (signal) => {
      let ordinal = 0
      const change = (values: Parameters<typeof updateImport>[3]) =>
        database.write(({ tx }) => updateImport(tx, id, 'reading', { ...values, beatAt: timestamp(clock) }))
      try {
        const options = { catalogue, known, columns, path: file.path, limits }
        const finished = await planFile({ products, facts, listChoices, nextId }, options, {
          isCancelled: () => signal.aborted,
          onRowCount: async (totalRows) => void (await change({ totalRows })),
          onRows: (rows, counts) =>
            database.write(async ({ tx }) => {
              const plannedRows = ordinal + rows.length
              const values = { plannedRows, countsJson: JSON.stringify(counts), beatAt: timestamp(clock) }
              if (!(await updateImport(tx, id, 'reading', values))) return running.get(id)?.controller.abort()
              await insertPlannedRows(
                tx,
                rows.map((row, index) => fromRowPlan(id, ordinal + index + 1, row)),
              )
              ordinal = plannedRows
            }),
        })
        if (signal.aborted) return
        const { changes, factChanges, counts, summary } = finished
        const texts = [catalogue, known, JSON.stringify(columns), changes, factChanges, file.digest]
        await change({
          status: 'planned',
          changes,
          factChanges,
          countsJson: JSON.stringify(counts),
          summaryJson: JSON.stringify(summary),
          fingerprint: sha256(texts.join('\n')),
        })
      } finally {
        await removeFile(file)
      }
    })

  /** Claims an import and saves it. Throws `conflict` if it can't be claimed, or like `saveRows`. */
  async function apply(row: ImportRow, actor: Actor): Promise<void> {
    assertReady(toProductImport(row, clock.now()))
    const goneSince = new Date(clock.now().getTime() - IMPORT.expiryMs).toISOString()
    const isTaken = await database.write(({ tx }) => claimForApplying(tx, row.id, timestamp(clock), goneSince))
    if (!isTaken) throw conflict(MESSAGES.importNotPlanned)
    await work(row.id, (signal) => saveRows({ database, clock, products, facts, records }, row.id, actor, signal))
  }

  /** Waits briefly for work to end; failures are stored with the import. */
  async function inBackground(id: string, actor: Actor, task: Promise<void>): Promise<void> {
    const settled = task.catch((error) => fail(id, actor, error)).catch((error) => report(error))
    await Promise.race([settled, pause(IMPORT.waitMs, undefined, { ref: false })])
  }

  async function fail(id: string, actor: Actor, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) report(error)
    await database.write(async (write) => {
      const row = await findImport(write.tx, id)
      if (row?.status !== 'reading' && row?.status !== 'applying') return
      const failure = error instanceof AppError ? describeFailure(row, error) : MESSAGES.importBroken
      await updateImport(write.tx, id, row.status, { status: 'failed', failure, beatAt: timestamp(clock) })
      if (row.appliedRows > 0) await recordImport(records, write, row, actor)
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
    inBackground,
    fail,
    /** Stops this node's work on an import. */
    stop: (id: string) => running.get(id)?.controller.abort(),
    /** Registers a listener for failures that no request reports. */
    reportFailures(listener: (error: unknown) => void) {
      report = listener
    },
    /** Stops the work on this node's imports, which can be resumed, and waits until it has ended. */
    async close(): Promise<void> {
      const tasks = [...running.values()]
      for (const { controller } of tasks) controller.abort()
      await Promise.allSettled(tasks.map((task) => task.work))
    },
  }
}

export const removeFile = ({ path }: SentTable) => rm(dirname(path), { recursive: true, force: true })

/**
 * Throws if an import can't be saved: `conflict` if it isn't planned or has nothing to save, `invalid` without names.
 */
export function assertReady({ status, counts, summary, canResume }: ProductImport): void {
  if (status !== 'planned' && !canResume) throw conflict(MESSAGES.importNotPlanned)
  if (!summary?.takenFields.includes('name')) throw invalid(MESSAGES.importNoName)
  if (counts.create + counts.update === 0) throw conflict(MESSAGES.importNothing)
}
