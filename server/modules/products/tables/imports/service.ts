import { randomUUID } from 'node:crypto'
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
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { deleteInSteps } from '#server/platform/database/delete-in-steps.ts'
import { type ImportRecords, recordImport } from './record-import.ts'
import {
  deleteImport,
  deletePlannedRows,
  findImport,
  type ImportRow,
  insertImport,
  listAbandoned,
  listImports,
  listImportsBefore,
  listPlannedRows,
  updateImport,
} from './store.ts'
import { getStatus, toPlannedRow, toProductImport } from './view.ts'
import { assertReady, createImportWork, removeFile, type SentTable, type Start, type WorkDependencies } from './work.ts'

export type ImportService = ReturnType<typeof createImportService>

export type ImportDependencies = Omit<WorkDependencies, 'records'> & {
  /** Has a catalogue's history say what an import has saved. */
  addRevision: ImportRecords['addRevision']
  audit: AuditService
}
const NO_COUNTS: ImportPlan['counts'] = { create: 0, update: 0, unchanged: 0, skip: 0, refuse: 0 }
const ROWS_PER_READ = 1_000

/**
 * Creates the imports of products. An import is a row that says how far it is, and a row for everything that it plans;
 * the work on it goes on beside the requests, on the node that has its file.
 */
export function createImportService(dependencies: ImportDependencies) {
  const { database, clock, addRevision, audit } = dependencies
  const records = { clock, audit, addRevision }
  const work = createImportWork({ ...dependencies, records })

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
      const isAbandoned = status === 'interrupted' && row.appliedRows > 0
      await removeImport(row.id, isAbandoned ? (write) => recordImport(records, write, row, actor) : undefined)
    }
  }

  /** Deletes an import that has ended, and its plan, which may have 200,000 rows; `record` is part of the last transaction. */
  async function removeImport(id: string, record?: (write: Write) => Promise<unknown>): Promise<void> {
    await deleteInSteps(database, ({ tx }, limit) => deletePlannedRows(tx, id, limit))
    await database.write(async (write) => {
      await record?.(write)
      await deleteImport(write.tx, id)
    })
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
      await work.inBackground(id, actor, work.plan(id, catalogue, start))
      return getView(id)
    },

    /** Saves what was planned. Returns as `start` does. Throws `notFound`, `conflict` if there is nothing to be saved. */
    async apply(catalogue: Catalogue, id: string, actor: Actor): Promise<ProductImport> {
      const row = await getOwn(catalogue, id, actor)
      assertReady(toProductImport(row, clock.now()))
      await work.inBackground(id, actor, work.apply(row, actor))
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
          if (row && row.appliedRows > 0) await recordImport(records, write, row, actor)
        }
      })
      work.stop(id)
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
        await work.plan(id, catalogue, start)
        const row = await findImport(database.read, id)
        if (!row) throw notFound(TEXTS.importNotFound)
        const { counts, summary } = toProductImport(row, clock.now())
        if (!summary) throw conflict(TEXTS.importNotPlanned)
        if (mode === 'apply') {
          if (!summary.takenFields.includes('name')) throw invalid(TEXTS.importNoName)
          if (fingerprint !== row.fingerprint) throw conflict(TEXTS.importStale)
          await work.apply(row, actor).catch((error) => throwWithPart(id, actor, error))
        }
        const isApplied = mode === 'apply'
        return { ...summary, fingerprint: row.fingerprint, isApplied, counts, rows: await listAllRows(id) }
      } finally {
        await removeImport(id)
      }
    },

    /** Deletes imports that nobody has looked at for so long; what an interrupted one has saved is put on record. */
    async purge(): Promise<void> {
      const before = new Date(clock.now().getTime() - IMPORT.retentionMs).toISOString()
      const abandoned = new Map((await listAbandoned(database.read, before)).map((row) => [row.id, row]))
      for (const id of await listImportsBefore(database.read, before)) {
        const row = abandoned.get(id)
        const actor = row && { id: row.userId, name: row.userName ?? '', ip: null }
        await removeImport(id, actor && ((write) => recordImport(records, write, row, actor)))
      }
    },

    reportFailures: work.reportFailures,
    close: work.close,
  }

  /** Throws the error of a save, which says what was saved before it. */
  async function throwWithPart(id: string, actor: Actor, error: unknown): Promise<never> {
    await work.fail(id, actor, error)
    const row = await findImport(database.read, id)
    if (error instanceof AppError && row && row.appliedRows > 0)
      throw new AppError(error.code, row.failure ?? error.message)
    throw error
  }
}

const countRows = (counts: ImportPlan['counts'], act: RowAction | undefined): number =>
  act === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[act]
