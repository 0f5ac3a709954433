/** Deletes what is stored of imports: the plan of a closed one, and everything once it can't be undone any more. */
import { DAY_MS } from '#contracts/durations.ts'
import { IMPORT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { type ImportRecorder, recordImport, recordUndo } from './record-import.ts'
import {
  deleteImport,
  deletePlannedRows,
  findImport,
  type ImportRow,
  listImportsBefore,
  markClosed,
  updateImport,
} from './store.ts'
import { deleteImportChanges } from './undo/store.ts'

type Dependencies = { database: Database; clock: Clock; recorder: ImportRecorder }

/** Creates the functions that close and delete ended imports. */
export function createImportClosing({ database, clock, recorder }: Dependencies) {
  /**
   * Deletes the plan of an ended import, of up to 200,000 rows, and the import itself unless it can be undone or has
   * been. An interrupted import can't be resumed any more, so its saved rows are recorded.
   */
  async function closeImport(row: ImportRow, actor: Actor): Promise<void> {
    if (row.appliedRows === 0 || !row.isUndoable) return removeImport(row, actor)
    await deleteInBatches(database, ({ db }, limit) => deletePlannedRows(db, row.id, limit))
    await recorder.write(row.catalogue, async (transaction) => {
      const isInterrupted = row.status === 'applying'
      const ending = { status: 'failed' as const, failure: MESSAGES.importInterrupted }
      const isEnded =
        isInterrupted && (await updateImport(transaction.db, row.id, 'applying', { ...ending, isClosed: true }))
      if (isEnded) await recordImport(recorder, transaction, row, actor)
      if (!isInterrupted) await markClosed(transaction.db, row.id)
    })
  }

  /** Deletes an ended import with its plan and its changes. What an interrupted one has saved or undone is recorded. */
  async function removeImport(row: ImportRow, actor: Actor): Promise<void> {
    await deleteInBatches(database, ({ db }, limit) => deletePlannedRows(db, row.id, limit))
    await deleteInBatches(database, ({ db }, limit) => deleteImportChanges(db, row.id, limit))
    await recorder.write(row.catalogue, async (transaction) => {
      if (row.status === 'applying' && row.appliedRows > 0) await recordImport(recorder, transaction, row, actor)
      if (row.status === 'undoing') await recordUndo(recorder, transaction, row, actor)
      await deleteImport(transaction.db, row.id)
    })
  }

  return {
    closeImport,

    /** Closes an import by its id; does nothing if it doesn't exist. */
    async closeById(id: string, actor: Actor): Promise<void> {
      const row = await findImport(database.read, id)
      if (row) await closeImport(row, actor)
    },

    /** Closes imports whose plan is past its retention, and deletes those that can't be undone any more. */
    async purge(): Promise<void> {
      const getCutoff = (ageMs: number) => new Date(clock.now().getTime() - ageMs).toISOString()
      const undoCutoff = getCutoff(IMPORT.undoDays * DAY_MS)
      for (const row of await listImportsBefore(database.read, getCutoff(IMPORT.retentionMs))) {
        const actor = { id: row.userId, name: row.authorName ?? '', ip: null }
        if (row.heartbeatAt < undoCutoff) await removeImport(row, actor)
        else if (!row.isClosed) await closeImport(row, actor)
      }
    },
  }
}
