/** Tables that the back office exports and imports. */
import { XLSX_TYPE } from './mime-types.ts'

export const TABLE_FORMATS = ['csv', 'xlsx', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
export const TABLE_TYPES = ['text/csv', XLSX_TYPE, 'application/json'] as const
export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

/** Whether an import is a dry run, or applied. */
export const IMPORT_MODES = ['dry-run', 'apply'] as const
