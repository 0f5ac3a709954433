import { z } from 'zod'
import { DAY_MS } from '#contracts/durations.ts'
import { FactInputSchema } from '#contracts/facts/fact.ts'
import { parseStoredValue } from '#contracts/facts/fact-value.ts'
import { IMPORT } from '#contracts/limits.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import {
  type ImportedRow,
  ImportStartSchema,
  type ImportStatus,
  type ImportUndo,
  type ProductImport,
  ProductImportSchema,
} from '#contracts/products/product-import.ts'
import { type PlannedRow, PlannedRowSchema } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { PlannedSave } from '../plan-import.ts'
import type { ReadRowPlan } from './plan-file.ts'
import type { ImportRow, PlannedRowRow } from './store.ts'

const { counts: CountsSchema, summary: SummarySchema } = ProductImportSchema.shape
const ColumnsSchema = ImportStartSchema.shape.columns.out
const NotesSchema = PlannedRowSchema.pick({ reasons: true, hints: true, changes: true })
const SaveSchema = z.object({
  id: z.string(),
  isNew: z.boolean(),
  product: ProductSchema,
  facts: z.array(FactInputSchema).nullable(),
})

/** Returns an import for its author. */
export function toProductImport(row: ImportRow, now: Date): ProductImport {
  const status = getStatus(row, now)
  const isInterrupted = status === 'interrupted'
  return {
    id: row.id,
    catalogue: row.catalogue,
    status,
    fileName: row.fileName,
    author: row.authorName ?? '',
    known: row.known,
    columns: ColumnsSchema.parse(row.columnsJson),
    startedAt: row.startedAt,
    totalRows: row.totalRows,
    plannedRows: row.plannedRows,
    counts: CountsSchema.parse(row.countsJson),
    summary: SummarySchema.parse(row.summaryJson),
    appliedRows: row.appliedRows,
    failure: isInterrupted && row.status !== 'undoing' ? MESSAGES.importInterrupted : row.failure,
    canResume: isInterrupted && row.status === 'applying',
    undoableUntil: findUndoableUntil(row, status, now),
    undo: toUndo(row, status),
  }
}

const ENDED = new Set<ImportStatus>(['done', 'failed', 'cancelled', 'interrupted'])

/** Returns until when an import can be undone; `null` if it can't. */
function findUndoableUntil(row: ImportRow, status: ImportStatus, now: Date): string | null {
  if (!row.isUndoable || row.appliedRows === 0 || !ENDED.has(status)) return null
  const until = new Date(Date.parse(row.heartbeatAt) + IMPORT.undoDays * DAY_MS)
  return until > now ? until.toISOString() : null
}

function toUndo(row: ImportRow, status: ImportStatus): ImportUndo | null {
  if (row.status !== 'undoing' && row.status !== 'undone') return null
  const undoStatus = row.status === 'undone' ? 'done' : 'running'
  return {
    status: status === 'interrupted' ? 'interrupted' : undoStatus,
    removed: row.undoRemoved,
    restored: row.undoRestored,
    skipped: row.undoSkipped,
    by: row.undoneByName ?? '',
    at: row.heartbeatAt,
  }
}

/**
 * Returns an import's status; a running one without a recent heartbeat is interrupted. A heartbeat of the future isn't
 * recent either: it is from a clock that was ahead.
 */
export function getStatus({ status, heartbeatAt }: Pick<ImportRow, 'status' | 'heartbeatAt'>, now: Date): ImportStatus {
  const isRunning = status === 'reading' || status === 'applying' || status === 'undoing'
  const isAlive = Math.abs(now.getTime() - Date.parse(heartbeatAt)) <= IMPORT.expiryMs
  return isRunning && !isAlive ? 'interrupted' : status
}

export const toPlannedRow = ({
  row,
  action,
  name,
  notesJson,
}: Pick<PlannedRowRow, 'row' | 'action' | 'name' | 'notesJson'>): PlannedRow => ({
  row,
  action,
  name,
  ...NotesSchema.parse(notesJson),
})

/** Returns a row with whether it has been saved: rows are saved in their order. */
export const toImportedRow = (
  row: Parameters<typeof toPlannedRow>[0] & Pick<PlannedRowRow, 'ordinal'>,
  { appliedOrdinal }: Pick<ImportRow, 'appliedOrdinal'>,
): ImportedRow => ({
  ...toPlannedRow(row),
  isSaved: (row.action === 'create' || row.action === 'update') && row.ordinal <= appliedOrdinal,
})

/** Parses the notes of a stored row. */
export const parseNotes = (notesJson: unknown) => NotesSchema.parse(notesJson)

/** Converts a planned row to its stored form. */
export const toImportRow = (importId: string, ordinal: number, { row, save, cells }: ReadRowPlan) => ({
  importId,
  ordinal,
  row: row.row,
  action: row.action,
  name: row.name,
  notesJson: JSON.stringify({ reasons: row.reasons, hints: row.hints, changes: row.changes }),
  saveJson: save && JSON.stringify(save),
  cellsJson: cells && JSON.stringify(cells),
})

const CellsSchema = z.array(z.tuple([z.string(), z.unknown()])).nullable()

/** Returns the cells of a rejected row by their headings; none for one that was read before they were stored. */
export const parseCells = (cellsJson: unknown): ReadonlyMap<string, unknown> => new Map(CellsSchema.parse(cellsJson))

/** Parses the planned save of a stored row. */
export function parsePlannedSave(saveJson: unknown): PlannedSave {
  const { id, isNew, product, facts } = SaveSchema.parse(saveJson)
  return { id, isNew, product, facts: facts?.map((fact) => ({ ...fact, value: parseStoredValue(fact.value) })) ?? null }
}
