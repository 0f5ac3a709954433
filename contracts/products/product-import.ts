/** The progress of a product import: reading and planning, review, saving. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { IMPORT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { CATALOGUES } from '../vocabulary.ts'
import {
  ImportPlanSchema,
  KNOWN_PRODUCTS,
  PlannedRowSchema,
  ProductImportFieldsSchema,
  ROW_ACTIONS,
} from './product-table.ts'

/**
 * `reading`: the file is read and its rows are planned. `planned`: waiting for the user to review the plan. `applying`:
 * rows are saved. `undoing`: saved rows are undone. `interrupted`: the server stopped while reading, applying or undoing.
 */
export const IMPORT_STATUSES = [
  'reading',
  'planned',
  'applying',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
  'interrupted',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The form fields sent with the file. */
export const ImportStartSchema = ProductImportFieldsSchema.pick({
  known: true,
  columns: true,
  source: true,
  sheet: true,
  headingRow: true,
})
export type ImportStart = z.infer<typeof ImportStartSchema>

const ImportSummarySchema = ImportPlanSchema.omit({ fingerprint: true, isApplied: true, counts: true, rows: true })
export type ImportSummary = z.infer<typeof ImportSummarySchema>

/** Why the undo of an import left a product as it is. */
export const UNDO_SKIP_REASONS = ['changed', 'missing', 'name-taken'] as const
export type UndoSkipReason = (typeof UNDO_SKIP_REASONS)[number]
export const UNDO_SKIP_REASON_LABELS: Record<UndoSkipReason, string> = {
  changed: '导入之后又有改动',
  missing: '已移入回收站，或已删除',
  'name-taken': '原来的名称已被别的产品使用',
}

/**
 * The undo of an import so far: products moved into the recycle bin, updated products that have their previous values
 * again, and products that were left as they are.
 */
const ImportUndoSchema = z.object({
  status: z.enum(['running', 'interrupted', 'done']),
  removed: z.int(),
  restored: z.int(),
  skipped: z.int(),
  /** The name of the user who undid the import. */
  by: z.string(),
  /** When it ended, or last progressed. */
  at: z.iso.datetime(),
})
export type ImportUndo = z.infer<typeof ImportUndoSchema>

/** An import as its author sees it. */
export const ProductImportSchema = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  status: z.enum(IMPORT_STATUSES),
  fileName: z.string(),
  /** The name of the user who imported it; '' if the account no longer exists. */
  author: z.string(),
  known: z.enum(KNOWN_PRODUCTS),
  columns: ImportStartSchema.shape.columns.out,
  startedAt: z.iso.datetime(),
  /** The rows of the file; `null` until it has been read completely. */
  totalRows: z.int().nullable(),
  plannedRows: z.int(),
  /** The counts of the rows planned so far. */
  counts: ImportPlanSchema.shape.counts,
  /** The rest of the plan; `null` until it is complete. */
  summary: ImportSummarySchema.nullable(),
  /** Saved rows, of those that create or update a product. */
  appliedRows: z.int(),
  /** Why it failed or stopped. */
  failure: z.string().nullable(),
  /** Whether the server stopped while saving, so that the import can be resumed. */
  canResume: z.boolean(),
  /** Until when it can be undone; `null` if nothing was saved, it is running, or it has been undone. */
  undoableUntil: z.iso.datetime().nullable(),
  /** `null` if nobody has undone it. */
  undo: ImportUndoSchema.nullable(),
})
export type ProductImport = z.infer<typeof ProductImportSchema>

/** A row of an import; `isSaved` tells whether its product has been created or updated. */
export const ImportedRowSchema = PlannedRowSchema.extend({ isSaved: z.boolean() })
export type ImportedRow = z.infer<typeof ImportedRowSchema>

export const ImportRowsQuerySchema = z.object({
  action: z.enum(ROW_ACTIONS).optional().describe('只列出这种结果的行；留空表示全部。'),
  page: pageNumber.default(1),
})
export type ImportRowsQuery = z.infer<typeof ImportRowsQuerySchema>
export const IMPORT_ROWS_PER_PAGE = IMPORT.rowsPerPage

export const ImportPageQuerySchema = z.object({ page: pageNumber.default(1) })
export type ImportPageQuery = z.infer<typeof ImportPageQuerySchema>

/** A product that the undo of an import left as it is. */
export const UndoSkippedProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  reason: z.enum(UNDO_SKIP_REASONS),
})
export type UndoSkippedProduct = z.infer<typeof UndoSkippedProductSchema>
