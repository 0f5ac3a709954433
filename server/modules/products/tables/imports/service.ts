import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { IMPORT, TABLE } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportRowsQuery,
  type ImportStart,
  type ProductImport,
} from '#contracts/products/product-import.ts'
import type { ImportPlan, PlannedRow, ProductImportFields, RowAction } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as TEXTS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInSteps } from '#server/platform/database/delete-in-steps.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { TableBounds } from '#server/platform/tables/open-table.ts'
import type { ProductService } from '../../service.ts'
import { planFile } from './plan-file.ts'
import { recordImport, saveRows } from './save-rows.ts'
import {
  beat,
  deleteImport,
  deletePlannedRows,
  findImport,
  type ImportRow,
  insertImport,
  insertPlannedRows,
  listImports,
  listImportsBefore,
  listPlannedRows,
  takeToApply,
  updateImport,
} from './store.ts'
import { fromRowPlan, getStatus, toPlannedRow, toProductImport } from './view.ts'

export type ImportService = ReturnType<typeof createImportService>

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  listChoices(catalogue: Catalogue): Promise<{ categories: readonly string[]; prices: readonly string[] }>
  audit: AuditService
}
/** A file that was sent, in a folder of its own, which is removed once it was read. */
export type SentTable = { path: string; digest: string; name: string }
type Start = ImportStart & { file: SentTable; bounds: TableBounds }

const NO_COUNTS: ImportPlan['counts'] = { create: 0, update: 0, unchanged: 0, skip: 0, refuse: 0 }
const ROWS_PER_READ = 1_000

/**
 * Creates the imports of products. An import is a row that says how far it is, and a row for everything that it plans;
 * the work on it goes on beside the requests, on the node that has its file.
 */
export function createImportService({ database, clock, products, facts, listChoices, audit }: Dependencies) {
  /** What this node works on. */
  const running = new Map<string, { controller: AbortController; work: Promise<unknown> }>()
  const nextId = createOrderedIds(clock)
  let report = (_error: unknown): void => {}

  async function insert(catalogue: Catalogue, { file, known, columns }: Start, actor: Actor): Promise<string> {
    const id = randomUUID()
    const now = timestamp(clock)
    await database.write(({ tx }) =>
      insertImport(tx, {
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
        countsJson: JSON.stringify(NO_COUNTS),
        summaryJson: null,
        appliedRows: 0,
        appliedOrdinal: 0,
        failure: null,
        startedAt: now,
        beatAt: now,
      }),
    )
    return id
  }

  /** Does a piece of work on an import, which says meanwhile that it goes on, and stops if it is not to. */
  async function work<Result>(id: string, task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    const heart = setInterval(async () => {
      const isGoingOn = await database.write(({ tx }) => beat(tx, id, timestamp(clock))).catch(() => true)
      if (!isGoingOn) controller.abort()
    }, IMPORT.beatMs)
    const result = task(controller.signal)
    running.set(id, { controller, work: result })
    try {
      return await result
    } finally {
      clearInterval(heart)
      // A plan is seen as soon as it is stored: its import may be applied while the plan's file is still being removed.
      if (running.get(id)?.controller === controller) running.delete(id)
    }
  }

  /** Reads the file and plans its rows. Throws as `planFile` does. */
  const plan = (id: string, catalogue: Catalogue, { file, bounds, known, columns }: Start): Promise<void> =>
    work(id, async (signal) => {
      let ordinal = 0
      const change = (values: Parameters<typeof updateImport>[3]) =>
        database.write(({ tx }) => updateImport(tx, id, 'reading', { ...values, beatAt: timestamp(clock) }))
      try {
        const options = { catalogue, known, columns, path: file.path, bounds }
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

  /** Takes an import over and saves it. Throws `conflict` if it isn't there to be saved, or as `saveRows` does. */
  async function apply(row: ImportRow, actor: Actor): Promise<void> {
    assertReady(toProductImport(row, clock.now()))
    const goneSince = new Date(clock.now().getTime() - IMPORT.goneMs).toISOString()
    const isTaken = await database.write(({ tx }) => takeToApply(tx, row.id, timestamp(clock), goneSince))
    if (!isTaken) throw conflict(TEXTS.importNotPlanned)
    await work(row.id, (signal) => saveRows({ database, clock, products, facts, audit }, row.id, actor, signal))
  }

  /** Waits for work to end, but not for long; what goes wrong is kept with the import. */
  async function inBackground(id: string, actor: Actor, task: Promise<void>): Promise<void> {
    const settled = task.catch((error) => fail(id, actor, error)).catch((error) => report(error))
    await Promise.race([settled, pause(IMPORT.waitMs, undefined, { ref: false })])
  }

  async function fail(id: string, actor: Actor, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) report(error)
    await database.write(async (write) => {
      const row = await findImport(write.tx, id)
      if (row?.status !== 'reading' && row?.status !== 'applying') return
      const failure = error instanceof AppError ? describeFailure(row, error) : TEXTS.importBroken
      await updateImport(write.tx, id, row.status, { status: 'failed', failure, beatAt: timestamp(clock) })
      if (row.appliedRows > 0) await recordImport({ clock, audit }, write, { ...row, status: 'failed' }, actor)
    })
  }

  function describeFailure(row: ImportRow, error: AppError): string {
    if (row.appliedRows === 0) return error.message
    const { counts } = toProductImport(row, clock.now())
    return TEXTS.importStopped(row.appliedRows, counts.create + counts.update)
  }

  async function getOwn(catalogue: Catalogue, id: string, actor: Actor): Promise<ImportRow> {
    const row = await findImport(database.read, id)
    if (row?.userId !== actor.id || row.catalogue !== catalogue) throw notFound(TEXTS.importNotFound)
    return row
  }

  const getView = async (id: string): Promise<ProductImport> => {
    const row = await findImport(database.read, id)
    if (!row) throw notFound(TEXTS.importNotFound)
    return toProductImport(row, clock.now())
  }

  /** Leaves a user one import a catalogue. Throws `conflict` if one goes on. */
  async function removeEnded(catalogue: Catalogue, actor: Actor): Promise<void> {
    for (const row of await listImports(database.read, actor.id, catalogue)) {
      const status = getStatus(row, clock.now())
      if (status === 'reading' || status === 'applying') throw conflict(TEXTS.importRunning)
      await removeImport(row.id)
    }
  }

  /** Deletes an import that has ended, and its plan, which may have 200,000 rows. */
  async function removeImport(id: string): Promise<void> {
    await deleteInSteps(database, ({ tx }, limit) => deletePlannedRows(tx, id, limit))
    await database.write(({ tx }) => deleteImport(tx, id))
  }

  async function listAllRows(id: string): Promise<PlannedRow[]> {
    const rows: PlannedRow[] = []
    for (let offset = 0; ; offset += ROWS_PER_READ) {
      const part = await listPlannedRows(database.read, id, { limit: ROWS_PER_READ, offset })
      rows.push(...part.map(toPlannedRow))
      if (part.length < ROWS_PER_READ) return rows
    }
  }

  return {
    /**
     * Begins an import: the file is read and planned. Returns it as soon as the plan is made, or as it stands after a
     * moment. Throws `conflict` if one of the user's goes on in the catalogue.
     */
    async start(catalogue: Catalogue, fields: ImportStart & { file: SentTable }, actor: Actor): Promise<ProductImport> {
      await removeEnded(catalogue, actor).catch(async (error) => {
        await removeFile(fields.file)
        throw error
      })
      const start: Start = { ...fields, bounds: IMPORT }
      const id = await insert(catalogue, start, actor)
      await inBackground(id, actor, plan(id, catalogue, start))
      return getView(id)
    },

    /** Saves what was planned. Returns as `start` does. Throws `notFound`, `conflict` if there is nothing to be saved. */
    async apply(catalogue: Catalogue, id: string, actor: Actor): Promise<ProductImport> {
      const row = await getOwn(catalogue, id, actor)
      assertReady(toProductImport(row, clock.now()))
      await inBackground(id, actor, apply(row, actor))
      return getView(id)
    },

    /** Returns an import of the user's. Throws `notFound`. */
    get: async (catalogue: Catalogue, id: string, actor: Actor): Promise<ProductImport> =>
      toProductImport(await getOwn(catalogue, id, actor), clock.now()),

    list: async (catalogue: Catalogue, actor: Actor): Promise<ProductImport[]> =>
      (await listImports(database.read, actor.id, catalogue)).map((row) => toProductImport(row, clock.now())),

    /** Lists a page of the planned rows. Throws `notFound`. */
    async listRows(
      catalogue: Catalogue,
      id: string,
      { act, page }: ImportRowsQuery,
      actor: Actor,
    ): Promise<{ items: PlannedRow[]; pagination: Pagination }> {
      const { counts } = toProductImport(await getOwn(catalogue, id, actor), clock.now())
      const limit = IMPORT_ROWS_PER_PAGE
      const rows = await listPlannedRows(database.read, id, { act, limit, offset: (page - 1) * limit })
      const totalItems = countRows(counts, act)
      const pagination = { current: page, total: Math.ceil(totalItems / limit), limit, totalItems }
      return { items: rows.map(toPlannedRow), pagination }
    },

    /**
     * Ends an import: one that is read or planned changes nothing, one that is saved stops behind the part that is being
     * saved. One that has ended is removed. Returns it as it was left. Throws `notFound`.
     */
    async cancel(catalogue: Catalogue, id: string, actor: Actor): Promise<ProductImport> {
      const { status } = await getOwn(catalogue, id, actor)
      await database.write(async (write) => {
        if (status === 'reading' || status === 'planned' || status === 'applying') {
          const isEnded = await updateImport(write.tx, id, status, { status: 'cancelled', beatAt: timestamp(clock) })
          const row = isEnded ? await findImport(write.tx, id) : undefined
          if (row && row.appliedRows > 0) await recordImport({ clock, audit }, write, row, actor)
        }
      })
      running.get(id)?.controller.abort()
      const view = await getView(id)
      if (status !== 'reading' && status !== 'applying') await removeImport(id)
      return view
    },

    /**
     * Plans an import of a small table, and saves it if the plan is the one that was seen: the same in one request.
     * Throws what `start` keeps, `invalid` for a file without names, `conflict` if the file, the choice or the catalogue
     * is another than in the dry run.
     */
    async importAtOnce(
      catalogue: Catalogue,
      { mode, fingerprint, ...fields }: ProductImportFields & { file: SentTable },
      actor: Actor,
    ): Promise<ImportPlan> {
      const start: Start = { ...fields, bounds: TABLE }
      const id = await insert(catalogue, start, actor)
      try {
        await plan(id, catalogue, start)
        const row = await findImport(database.read, id)
        if (!row) throw notFound(TEXTS.importNotFound)
        const { counts, summary } = toProductImport(row, clock.now())
        if (!summary) throw conflict(TEXTS.importNotPlanned)
        if (mode === 'apply') {
          if (!summary.takenFields.includes('name')) throw invalid(TEXTS.importNoName)
          if (fingerprint !== row.fingerprint) throw conflict(TEXTS.importStale)
          await apply(row, actor).catch((error) => throwWithPart(id, actor, error))
        }
        const isApplied = mode === 'apply'
        return { ...summary, fingerprint: row.fingerprint, isApplied, counts, rows: await listAllRows(id) }
      } finally {
        await removeImport(id)
      }
    },

    /** Deletes imports that nobody has looked at for so long. */
    async purge(): Promise<void> {
      const before = new Date(clock.now().getTime() - IMPORT.keptMs).toISOString()
      for (const id of await listImportsBefore(database.read, before)) await removeImport(id)
    },

    /** Says where failures that are no answer to anybody go. */
    reportFailures(listener: (error: unknown) => void) {
      report = listener
    },

    /** Stops the work on this node's imports, which can be resumed, and waits for its end. */
    async close(): Promise<void> {
      const tasks = [...running.values()]
      for (const { controller } of tasks) controller.abort()
      await Promise.allSettled(tasks.map((task) => task.work))
    },
  }

  /** Throws the error of a save, which says what was saved before it. */
  async function throwWithPart(id: string, actor: Actor, error: unknown): Promise<never> {
    await fail(id, actor, error)
    const row = await findImport(database.read, id)
    if (error instanceof AppError && row && row.appliedRows > 0)
      throw new AppError(error.code, row.failure ?? error.message)
    throw error
  }
}

const removeFile = ({ path }: SentTable) => rm(dirname(path), { recursive: true, force: true })

/** Throws if an import can't be saved: `conflict` if it isn't planned or has nothing to save, `invalid` without names. */
function assertReady({ status, counts, summary, canResume }: ProductImport): void {
  if (status !== 'planned' && !canResume) throw conflict(TEXTS.importNotPlanned)
  if (!summary?.takenFields.includes('name')) throw invalid(TEXTS.importNoName)
  if (counts.create + counts.update === 0) throw conflict(TEXTS.importNothing)
}

const countRows = (counts: ImportPlan['counts'], act: RowAction | undefined): number =>
  act === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[act]
