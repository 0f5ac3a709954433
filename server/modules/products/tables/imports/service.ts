import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DAY_MS } from '#contracts/durations.ts'
import { IMPORT } from '#contracts/limits.ts'
import type { ImportPageQuery, ProductImport } from '#contracts/products/product-import.ts'
import type { ImportOptions, ImportPlan, PlannedRow, RowAction } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/app-error.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import type { PlannedSave } from '../plan-import.ts'
import { type FinishedPlan, planFile } from './plan-file.ts'
import { type RejectedRow, writeRejectedRows } from './rejected-rows.ts'
import { type SaveDependencies, saveImport } from './save-import.ts'
import { countImports, endUndo, listImports, listUndoableBefore } from './store.ts'
import { type ImportReference, undoImport } from './undo-import.ts'
import { toProductImport } from './view.ts'

export type ImportDependencies = Omit<SaveDependencies, 'nextId'> & {
  /** Lists the categories and prices that a catalogue's document suggests. */
  listChoices(catalogue: Catalogue): Promise<{ categories: readonly string[]; prices: readonly string[] }>
}

/** An uploaded file in its own folder; `digest` is its SHA-256. */
type UploadedFile = { path: string; digest: string; name: string }
type UploadInput = ImportOptions & { file: UploadedFile }

/** A plan with everything that it saves and rejects. */
export type FullPlan = FinishedPlan & {
  rows: PlannedRow[]
  saves: PlannedSave[]
  rejected: RejectedRow[]
}

/** Creates the import of files into catalogues: a plan of all rows, which one transaction saves. */
export function createImportService(options: ImportDependencies) {
  const { database, clock } = options
  const dependencies = { ...options, nextId: createOrderedIds(clock) }

  /**
   * Plans a file of up to `maxRows`. Returns the first rows of each result, and everything that is saved or rejected.
   * Throws `invalid`, `payloadTooLarge`, `unsupportedMediaType`.
   */
  async function plan(
    catalogue: Catalogue,
    { path, maxRows, ...planOptions }: ImportOptions & { path: string; maxRows: number },
    reportProgress: ReportProgress,
  ): Promise<FullPlan> {
    const listed = createRowList()
    const saves: PlannedSave[] = []
    const rejected: RejectedRow[] = []
    const finished = await planFile(
      dependencies,
      { ...planOptions, catalogue, path, limits: createLimits(maxRows) },
      {
        reportProgress,
        visitRow({ row, save, cells }) {
          listed.add(row)
          if (save) saves.push(save)
          if (cells) rejected.push({ row: row.row, reasons: row.reasons, cells })
        },
      },
    )
    return { ...finished, rows: listed.rows, saves, rejected }
  }

  /** Plans an uploaded file, whose folder is removed after the task with the plan. */
  async function withPlan<Result>(
    catalogue: Catalogue,
    { file, ...uploadOptions }: UploadInput,
    reportProgress: ReportProgress,
    task: (full: FullPlan, fingerprint: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      const full = await plan(catalogue, { ...uploadOptions, path: file.path, maxRows: IMPORT.rows }, reportProgress)
      const { known, columns, source, sheet, headingRow } = uploadOptions
      const choices = JSON.stringify([known, columns, source, sheet, headingRow])
      const inputs = [catalogue, choices, full.changes, full.factChanges, file.digest]
      return await task(full, sha256(inputs.join('\n')))
    } finally {
      await rm(dirname(file.path), { recursive: true, force: true })
    }
  }

  /** Saves a plan in one transaction. Throws `invalid` without names, `conflict` if there is nothing to save or it is stale. */
  async function save(
    catalogue: Catalogue,
    { fileName, plan: full }: { fileName: string; plan: FullPlan },
    saveOptions: { actor: Actor; reportProgress: ReportProgress },
  ): Promise<ProductImport> {
    assertNamed(full)
    if (full.saves.length === 0) throw conflict(MESSAGES.importNothing)
    return saveImport(dependencies, { catalogue, fileName, plan: full, saves: full.saves }, saveOptions)
  }

  return {
    plan,
    save,

    /** Plans an uploaded file. Throws like `plan`. */
    planUpload: (catalogue: Catalogue, input: UploadInput, reportProgress: ReportProgress): Promise<ImportPlan> =>
      withPlan(catalogue, input, reportProgress, async ({ summary, counts, rows }, fingerprint) => ({
        ...summary,
        counts,
        fingerprint,
        rows,
      })),

    /**
     * Plans and saves an uploaded file, if the plan equals that of the dry run. Throws like `plan` and `save`, `conflict` if
     * the file, the options or the catalogue differ from the dry run.
     */
    importUpload: (
      catalogue: Catalogue,
      { fingerprint, ...input }: UploadInput & { fingerprint: string },
      saveOptions: { actor: Actor; reportProgress: ReportProgress },
    ): Promise<ProductImport> =>
      withPlan(catalogue, input, saveOptions.reportProgress, async (full, ownFingerprint) => {
        assertNamed(full)
        if (fingerprint !== ownFingerprint) throw conflict(MESSAGES.importStale)
        return save(catalogue, { fileName: input.file.name, plan: full }, saveOptions)
      }),

    /** Plans an uploaded file, and returns its rejected rows as a file that can be corrected and imported. */
    exportRejected: (
      catalogue: Catalogue,
      { format, ...input }: UploadInput & { format: TableFormat },
    ): Promise<TableFile & { name: string }> =>
      withPlan(
        catalogue,
        input,
        () => {},
        async (full) => ({
          ...(await writeRejectedRows(full.rejected, { summary: full.summary, format })),
          name: `${input.file.name.replace(/\.[^.]*$/, '')}-被拒绝的行`,
        }),
      ),

    /** Lists a page of the imports of all users into a catalogue, newest first. */
    list: (catalogue: Catalogue, { page }: ImportPageQuery): Promise<ListPage<ProductImport>> =>
      readPage({
        page,
        limit: IMPORT.pastPerPage,
        count: () => countImports(database.read, catalogue),
        list: (range) => listImports(database.read, catalogue, range),
        toItem: (row) => toProductImport(row, clock.now()),
      }),

    /** Undoes the last import into a catalogue; see `undoImport`. */
    undo: (reference: ImportReference, actor: Actor): Promise<ProductImport> =>
      undoImport(dependencies, reference, actor),

    /** Deletes the previous values of products once their import can't be undone any more. */
    async purge(): Promise<void> {
      const cutoff = new Date(clock.now().getTime() - IMPORT.undoDays * DAY_MS).toISOString()
      for (const { catalogue } of await listUndoableBefore(database.read, cutoff))
        await database.write(async (transaction) => {
          await dependencies.lockCatalogue(transaction, catalogue)
          // Another import may have been saved meanwhile.
          const expired = await listUndoableBefore(transaction.db, cutoff)
          if (expired.some((row) => row.catalogue === catalogue)) await endUndo(transaction.db, catalogue)
        })
    },
  }
}

function assertNamed({ summary }: FullPlan): void {
  if (!summary.takenFields.includes('name')) throw invalid(MESSAGES.importNoName)
}

const createLimits = (maxRows: number) => ({
  rows: maxRows,
  unpackedBytes: IMPORT.unpackedBytes,
  ...(maxRows < IMPORT.commandRows && { tooManyRowsMessage: MESSAGES.importTooManyRows(maxRows) }),
})

/** Collects the first rows of each result, in the order of the file. */
function createRowList() {
  const rows: PlannedRow[] = []
  const counts = new Map<RowAction, number>()
  return {
    rows,
    add(row: PlannedRow) {
      const count = counts.get(row.action) ?? 0
      if (count < IMPORT.listedRows) rows.push(row)
      counts.set(row.action, count + 1)
    },
  }
}
