import type { RevisionChanges } from '#contracts/content/revision.ts'
import { ROW_ACTION_LABELS, ROW_ACTIONS } from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { ImportRow } from './store.ts'
import { toProductImport } from './view.ts'

/** What recording an import needs. */
export type ImportRecorder = {
  clock: Clock
  audit: AuditService
  /** Opens a transaction that has locked a catalogue and its document, to whose history the entry is added. */
  write<Result>(catalogue: Catalogue, callback: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Adds an entry to a catalogue's history with the number of rows that an import has saved, or its undo reverted. */
  addRevision(
    transaction: Transaction,
    catalogue: Catalogue,
    rows: Pick<RevisionChanges, 'importedRows' | 'undoneRows'>,
    actor: Actor,
  ): Promise<void>
}

/** Records the result of a finished import in the audit log and in the catalogue's history. */
export async function recordImport(
  { clock, audit, addRevision }: ImportRecorder,
  transaction: Transaction,
  row: ImportRow,
  actor: Actor,
): Promise<void> {
  const { counts, appliedRows, catalogue, fileName } = toProductImport(row, clock.now())
  const detail = ROW_ACTIONS.map((action) => `${ROW_ACTION_LABELS[action]}${counts[action]}`).join('，')
  const isPartial = appliedRows < counts.create + counts.update
  await addRevision(transaction, catalogue, { importedRows: appliedRows }, actor)
  await audit.record(transaction, {
    actor,
    action: 'data.import',
    target: CATALOGUE_LABELS[catalogue],
    detail: `${fileName}：${detail}${isPartial ? `；只导入了${appliedRows}行` : ''}`,
  })
}

/** Records the outcome of a finished undo in the audit log and in the catalogue's history. */
export async function recordUndo(
  { audit, addRevision }: ImportRecorder,
  transaction: Transaction,
  { catalogue, fileName, undoRemoved, undoRestored, undoSkipped, appliedRows }: ImportRow,
  actor: Actor,
): Promise<void> {
  const undoneRows = undoRemoved + undoRestored
  const remainingRows = appliedRows - undoneRows - undoSkipped
  if (undoneRows > 0) await addRevision(transaction, catalogue, { undoneRows }, actor)
  await audit.record(transaction, {
    actor,
    action: 'data.undo-import',
    target: CATALOGUE_LABELS[catalogue],
    detail: `${fileName}：移入回收站${undoRemoved}，恢复原值${undoRestored}，保持不变${undoSkipped}${remainingRows > 0 ? `；其余${remainingRows}行没有撤销` : ''}`,
  })
}
