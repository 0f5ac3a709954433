/** Tables that the back office takes out and brings in. */
import { z } from 'zod'
import './chinese-issues.ts'

export const TABLE_FORMATS = ['csv', 'xlsx', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const TABLE_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/json',
] as const
export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

/** Whether an import is only tried, or applied. */
export const IMPORT_MODES = ['dry-run', 'apply'] as const

/** The query of every export; a query with filters of its own extends it. */
export const ExportQuerySchema = z.object({
  format: z.enum(TABLE_FORMATS).default('csv').describe('文件格式：`csv`、`xlsx`或`json`。'),
})
export type ExportQuery = z.infer<typeof ExportQuerySchema>
