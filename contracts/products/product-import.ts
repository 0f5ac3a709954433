/** An import of products that was saved, and its undo. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { pageNumber } from '../pagination.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { ImportPlanSchema } from './product-table.ts'

/** Why the undo of an import left a product as it is. */
const UNDO_SKIP_REASONS = ['changed', 'missing', 'name-taken'] as const
export type UndoSkipReason = (typeof UNDO_SKIP_REASONS)[number]
export const UNDO_SKIP_REASON_LABELS: Record<UndoSkipReason, string> = {
  changed: '导入之后又有改动',
  missing: '已移入回收站，或已删除',
  'name-taken': '原来的名称已被别的产品使用',
}

/**
 * The outcome of an undo: the numbers of products moved into the recycle bin, and of updated ones that have their
 * previous values again; and the products that were left as they are, in the order of the file.
 */
export const ImportUndoSchema = z.object({
  removed: z.int(),
  restored: z.int(),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.enum(UNDO_SKIP_REASONS) })),
  /** The name of the user who undid the import. */
  by: z.string(),
  at: z.iso.datetime(),
})
export type ImportUndo = z.infer<typeof ImportUndoSchema>

export const ProductImportSchema = z.object({
  id: z.string(),
  catalogue: z.enum(CATALOGUES),
  fileName: z.string(),
  /** The name of the user who imported it; '' if the account no longer exists. */
  author: z.string(),
  importedAt: z.iso.datetime(),
  counts: ImportPlanSchema.shape.counts,
  /** Until when it can be undone; `null` if it can't: only the last import into a catalogue can. */
  undoableUntil: z.iso.datetime().nullable(),
  /** `null` if nobody has undone it. */
  undo: ImportUndoSchema.nullable(),
})
export type ProductImport = z.infer<typeof ProductImportSchema>

export const ImportPageQuerySchema = z.object({ page: pageNumber.default(1) })
export type ImportPageQuery = z.infer<typeof ImportPageQuerySchema>
