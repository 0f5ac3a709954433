import { DAY_MS } from '#contracts/durations.ts'
import { IMPORT } from '#contracts/limits.ts'
import { ImportUndoSchema, type ProductImport, ProductImportSchema } from '#contracts/products/product-import.ts'
import { COMMAND_LINE } from '#server/platform/actor.ts'
import type { ImportRow } from './store.ts'

/** Returns an import as the back office shows it. */
export const toProductImport = (row: ImportRow, now: Date): ProductImport => ({
  id: row.id,
  catalogue: row.catalogue,
  fileName: row.fileName,
  author: row.userId === COMMAND_LINE.id ? COMMAND_LINE.name : (row.authorName ?? ''),
  importedAt: row.importedAt,
  counts: ProductImportSchema.shape.counts.parse(row.countsJson),
  undoableUntil: findUndoableUntil(row, now),
  undo: ImportUndoSchema.nullable().parse(row.undoJson),
})

function findUndoableUntil({ isUndoable, importedAt }: ImportRow, now: Date): string | null {
  const until = new Date(Date.parse(importedAt) + IMPORT.undoDays * DAY_MS)
  return isUndoable && until > now ? until.toISOString() : null
}
