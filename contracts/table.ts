/** Tables that the back office exports and imports. */
import { z } from 'zod'
import { XLSX_TYPE } from './mime-types.ts'
import './chinese-issues.ts'

export const TABLE_FORMATS = ['csv', 'xlsx', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const TABLE_TYPES = ['text/csv', XLSX_TYPE, 'application/json'] as const
export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

/** Whether an import is a dry run, or applied. */
export const IMPORT_MODES = ['dry-run', 'apply'] as const

/** The query of every export; queries with additional filters extend it. */
export const ExportQuerySchema = z.object({
  format: z.enum(TABLE_FORMATS).default('csv').describe('文件格式：`csv`、`xlsx` 或 `json`。'),
})
export type ExportQuery = z.infer<typeof ExportQuerySchema>
