/** The progress of a product import: reading and planning, review, saving. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { IMPORT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { ImportPlanSchema, KNOWN_PRODUCTS, ProductImportFieldsSchema, ROW_ACTIONS } from './product-table.ts'

/**
 * `reading`: the file is read and its rows are planned. `planned`: waiting for the user to review the plan. `applying`:
 * rows are saved. `interrupted`: the server stopped while reading or applying.
 */
export const IMPORT_STATUSES = ['reading', 'planned', 'applying', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The form fields sent with the file. */
export const ImportStartSchema = ProductImportFieldsSchema.pick({ known: true, columns: true })
export type ImportStart = z.infer<typeof ImportStartSchema>

const ImportSummarySchema = ImportPlanSchema.omit({ fingerprint: true, isApplied: true, counts: true, rows: true })
export type ImportSummary = z.infer<typeof ImportSummarySchema>

/** An import as its author sees it. */
export const ProductImportSchema = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  status: z.enum(IMPORT_STATUSES),
  fileName: z.string(),
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
})
export type ProductImport = z.infer<typeof ProductImportSchema>

export const ImportRowsQuerySchema = z.object({
  action: z.enum(ROW_ACTIONS).optional().describe('只列出这种结果的行；留空表示全部。'),
  page: pageNumber.default(1),
})
export type ImportRowsQuery = z.infer<typeof ImportRowsQuerySchema>
export const IMPORT_ROWS_PER_PAGE = IMPORT.rowsPerPage
