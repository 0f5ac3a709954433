import { z } from 'zod'
import { FactInputSchema } from '#contracts/facts/fact.ts'
import { readStoredValue } from '#contracts/facts/fact-value.ts'
import { IMPORT } from '#contracts/limits.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import {
  ImportStartSchema,
  type ImportStatus,
  type ProductImport,
  ProductImportSchema,
} from '#contracts/products/product-import.ts'
import { type PlannedRow, PlannedRowSchema } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { PlannedSave, RowPlan } from '../plan-import.ts'
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
    known: row.known,
    columns: ColumnsSchema.parse(row.columnsJson),
    startedAt: row.startedAt,
    totalRows: row.totalRows,
    plannedRows: row.plannedRows,
    counts: CountsSchema.parse(row.countsJson),
    summary: SummarySchema.parse(row.summaryJson),
    appliedRows: row.appliedRows,
    failure: isInterrupted ? MESSAGES.importInterrupted : row.failure,
    canResume: isInterrupted && row.status === 'applying',
  }
}

/** Returns an import's status; a running one without a recent heartbeat is interrupted. */
export function getStatus({ status, heartbeatAt }: Pick<ImportRow, 'status' | 'heartbeatAt'>, now: Date): ImportStatus {
  const isRunning = status === 'reading' || status === 'applying'
  return isRunning && now.getTime() - Date.parse(heartbeatAt) > IMPORT.expiryMs ? 'interrupted' : status
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

/** Converts a planned row to its stored form. */
export const toImportRow = (importId: string, ordinal: number, { row, save }: RowPlan) => ({
  importId,
  ordinal,
  row: row.row,
  action: row.action,
  name: row.name,
  notesJson: JSON.stringify({ reasons: row.reasons, hints: row.hints, changes: row.changes }),
  saveJson: save && JSON.stringify(save),
})

/** Parses the planned save of a stored row. */
export function parsePlannedSave(saveJson: unknown): PlannedSave {
  const { id, isNew, product, facts } = SaveSchema.parse(saveJson)
  return { id, isNew, product, facts: facts?.map((fact) => ({ ...fact, value: readStoredValue(fact.value) })) ?? null }
}
