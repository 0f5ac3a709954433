/** An import of products as it goes on: read, planned, looked at, saved. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { IMPORT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { ImportPlanSchema, KNOWN_PRODUCTS, ProductImportFieldsSchema, ROW_ACTIONS } from './product-table.ts'

/**
 * `reading`: the file is read and its rows are planned. `planned`: waits for a person to look at the plan. `applying`:
 * rows are saved. `interrupted`: the server stopped while it was reading or applying.
 */
export const IMPORT_STATUSES = ['reading', 'planned', 'applying', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The form fields beside the file. */
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
  /** The rows of the file; `null` until all of it was looked through. */
  totalRows: z.int().nullable(),
  plannedRows: z.int(),
  /** Of the plan as far as it is made. */
  counts: ImportPlanSchema.shape.counts,
  /** What else the plan says, once it is made. */
  summary: ImportSummarySchema.nullable(),
  /** Rows that are saved, of those that create or update a product. */
  appliedRows: z.int(),
  /** Why it failed or stopped. */
  failure: z.string().nullable(),
  /** It was stopped by the server's end while it was being saved, and can go on where it stopped. */
  canResume: z.boolean(),
})
export type ProductImport = z.infer<typeof ProductImportSchema>

export const ImportRowsQuerySchema = z.object({
  act: z.enum(ROW_ACTIONS).optional().describe('只列出这种结果的行；留空表示全部。'),
  page: pageNumber.default(1),
})
export type ImportRowsQuery = z.infer<typeof ImportRowsQuerySchema>
export const IMPORT_ROWS_PER_PAGE = IMPORT.rowsPerPage
