/** Undoes an import from its last row to its first: a small one in one transaction, a large one in parts. */
import { IMPORT } from '#contracts/limits.ts'
import type { UndoSkipReason } from '#contracts/products/product-import.ts'
import { ATTRIBUTES_TOPIC, type FactService } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { eachInTurns, waitForNextTurn } from '#server/platform/event-loop.ts'
import type { ProductService } from '../../../service.ts'
import { type ImportRecorder, recordUndo } from '../record-import.ts'
import { findImport, type ImportRow, updateImport } from '../store.ts'
import { listDigests, type ProductState, ProductStateSchema } from './product-states.ts'
import { type ImportChangeRow, listImportChanges, setSkipReason } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  recorder: ImportRecorder
}

/** A product that an import has saved; `before` is undefined if the import created it. */
type SavedProduct = Omit<ImportChangeRow, 'beforeJson'> & { before: ProductState | undefined }
type UpdatedProduct = SavedProduct & { before: ProductState }
type Part = {
  changes: readonly SavedProduct[]
  lastOrdinal: number | null
  isLast: boolean
}
type UndoContext = { row: ImportRow; part: Part; actor: Actor }
/** The id of the recorded change, and why it isn't undone. */
type SkippedProduct = { id: string; reason: UndoSkipReason }

/**
 * Undoes the remaining rows of an import. Products created by it are moved into the recycle bin, updated ones get their
 * previous values and facts; products that have changed since are left as they are. Each part stores its progress in its
 * transaction, so that an interrupted undo can be resumed.
 */
export async function undoRows(
  dependencies: Dependencies,
  id: string,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const row = await findImport(dependencies.database.read, id)
    if (row?.status !== 'undoing' || signal.aborted) return
    const part = await readPart(dependencies, row)
    const isUndone = await dependencies.recorder.write(row.catalogue, (transaction) =>
      undoPart(dependencies, transaction, { row, part, actor }),
    )
    if (!isUndone) return
    // An in-process database gives its connection to the next caller in the queue: let other requests go first.
    await waitForNextTurn()
  }
}

async function readPart({ database }: Dependencies, row: ImportRow): Promise<Part> {
  const size = row.appliedRows <= IMPORT.singleTransactionRows ? IMPORT.singleTransactionRows : IMPORT.rowsPerBatch
  const rows = await listImportChanges(database.read, row.id, row.undoOrdinal, size)
  const changes: SavedProduct[] = []
  for await (const { beforeJson, ...change } of eachInTurns(rows)) {
    changes.push({ ...change, before: beforeJson === null ? undefined : ProductStateSchema.parse(beforeJson) })
  }
  const undoneRows = row.undoRemoved + row.undoRestored + row.undoSkipped + rows.length
  return {
    changes,
    lastOrdinal: rows.at(-1)?.ordinal ?? row.undoOrdinal,
    isLast: rows.length === 0 || undoneRows >= row.appliedRows,
  }
}

/** Undoes a part of an import. Returns `false` if another node has undone it meanwhile. */
async function undoPart(
  dependencies: Dependencies,
  transaction: Transaction,
  { row, part, actor }: UndoContext,
): Promise<boolean> {
  const { clock, products, recorder } = dependencies
  const { db } = transaction
  await transaction.lock(ATTRIBUTES_TOPIC)
  const current = await findImport(db, row.id)
  if (current?.status !== 'undoing' || current.undoOrdinal !== row.undoOrdinal) return false

  const { removed, updated, skipped } = await sortChanges(dependencies, transaction, row, part.changes)
  await products.removeMany(
    transaction,
    row.catalogue,
    removed.map(({ productId }) => productId),
    actor,
  )
  const unrestored = await restoreProducts(dependencies, transaction, { row, part, actor, updated })
  const allSkipped = [...skipped, ...unrestored]
  await saveSkipReasons(transaction, allSkipped)

  const counts = {
    undoRemoved: row.undoRemoved + removed.length,
    undoRestored: row.undoRestored + updated.length - unrestored.length,
    undoSkipped: row.undoSkipped + allSkipped.length,
  }
  await updateImport(db, row.id, 'undoing', {
    ...counts,
    undoOrdinal: part.lastOrdinal,
    heartbeatAt: timestamp(clock),
    status: part.isLast ? 'undone' : 'undoing',
  })
  if (part.isLast) await recordUndo(recorder, transaction, { ...row, ...counts }, actor)
  return true
}

/** Returns updated products to their previous values and facts, except those whose previous name is taken; lists these. */
async function restoreProducts(
  { products, facts }: Dependencies,
  transaction: Transaction,
  { row: { catalogue }, actor, updated }: UndoContext & { updated: readonly UpdatedProduct[] },
): Promise<SkippedProduct[]> {
  const takenNames = await products.listTakenNames(
    transaction,
    catalogue,
    updated.map(({ productId: id, before }) => ({ id, name: before.product.name })),
  )
  const [unnamed, restored] = partition(updated, ({ before }) => takenNames.has(before.product.name))
  await products.saveSnapshots(
    transaction,
    catalogue,
    restored.map(({ productId: id, before }) => ({ id, snapshot: before.product })),
    actor,
  )
  await facts.revertMany(
    transaction,
    catalogue,
    restored.map(({ productId, before }) => ({ productId, facts: before.facts })),
    actor,
  )
  return unnamed.map(({ id }) => ({ id, reason: 'name-taken' }))
}

type SortedChanges = {
  removed: SavedProduct[]
  updated: UpdatedProduct[]
  skipped: SkippedProduct[]
}

/** Sorts the products of a part by what the undo does with them, according to their present state. */
async function sortChanges(
  dependencies: Dependencies,
  { db }: Transaction,
  { catalogue }: ImportRow,
  changes: readonly SavedProduct[],
): Promise<SortedChanges> {
  const ids = changes.map(({ productId }) => productId)
  const digests = await listDigests(dependencies, db, catalogue, ids)
  const sorted: SortedChanges = { removed: [], updated: [], skipped: [] }
  for (const change of changes) {
    const { id, before } = change
    const digest = digests.get(change.productId)
    if (digest === undefined) sorted.skipped.push({ id, reason: 'missing' })
    else if (digest !== change.digest) sorted.skipped.push({ id, reason: 'changed' })
    else if (before) sorted.updated.push({ ...change, before })
    else sorted.removed.push(change)
  }
  return sorted
}

async function saveSkipReasons({ db }: Transaction, skipped: readonly SkippedProduct[]): Promise<void> {
  for (const [reason, rows] of Map.groupBy(skipped, (row) => row.reason))
    await setSkipReason(
      db,
      rows.map(({ id }) => id),
      reason,
    )
}

function partition<Item>(items: readonly Item[], condition: (item: Item) => boolean): [Item[], Item[]] {
  const { true: matching = [], false: others = [] } = Object.groupBy(items, (item) =>
    condition(item) ? 'true' : 'false',
  )
  return [matching, others]
}
