import { z } from 'zod'
import './chinese-issues.ts'
import { TABLE_FORMATS } from './table.ts'

/** The query of every export; queries with additional filters extend it. */
export const ExportQuerySchema = z.object({
  format: z.enum(TABLE_FORMATS).default('csv').describe('文件格式：`csv`、`xlsx` 或 `json`。'),
})
export type ExportQuery = z.infer<typeof ExportQuerySchema>
