/** Undoes the last import into a catalogue, in one transaction. */
import { IMPORT } from '#contracts/limits.ts'
import type { ImportUndo, ProductImport, UndoSkipReason } from '#contracts/products/product-import.ts'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { type ProductState, ProductStateSchema } from './product-states.ts'
import type { SaveDependencies } from './save-import.ts'
import { endUndo, findImport, type ImportChangeRow, listChangesBefore, listVersions, saveUndo } from './store.ts'
import { toProductImport } from './view.ts'

/** An import, whose catalogue is part of its address. */
export type ImportReference = { catalogue: Catalogue; importId: string }

/** A product that the import has saved; `before` is undefined if the import created it. */
type SavedProduct = Omit<ImportChangeRow, 'beforeJson'> & { before: ProductState | undefined }
type UpdatedProduct = SavedProduct & { before: ProductState }
type SkippedProduct = ImportUndo['skipped'][number] & { ordinal: number }
type Outcome = { removed: number; restored: number; skipped: SkippedProduct[] }

/** The number of products whose previous values are in memory at once. */
const PRODUCTS_PER_PART = 500

/**
 * Undoes an import: products created by it are moved into the recycle bin, updated ones get their previous values and
 * facts; products that have changed since are left as they are. An import that has been undone is returned as it is. Throws
 * `notFound`, `conflict` if it can't be undone.
 */
export const undoImport = (
  dependencies: SaveDependencies,
  { catalogue, importId }: ImportReference,
  actor: Actor,
): Promise<ProductImport> =>
  dependencies.database.write(async (transaction) => {
    const { clock, audit } = dependencies
    await dependencies.lockCatalogue(transaction, catalogue)
    await transaction.lock(ATTRIBUTES_TOPIC)
    const row = await findImport(transaction.db, importId)
    if (row?.catalogue !== catalogue) throw notFound(MESSAGES.importNotFound)
    const view = toProductImport(row, clock.now())
    if (view.undo) return view
    if (view.undoableUntil === null) throw conflict(MESSAGES.importNotUndoable(IMPORT.undoDays))

    const { removed, restored, skipped } = await undoChanges(dependencies, transaction, { catalogue, importId }, actor)
    const undo: ImportUndo = {
      removed,
      restored,
      skipped: skipped
        .toSorted((one, other) => one.ordinal - other.ordinal)
        .map(({ id, name, reason }) => ({ id, name, reason })),
      by: actor.name,
      at: timestamp(clock),
    }
    await saveUndo(transaction.db, importId, JSON.stringify(undo))
    await dependencies.products.events.recordBulkChange(transaction, catalogue, removed + restored)
    await endUndo(transaction.db, catalogue)
    if (removed + restored > 0)
      await dependencies.addRevision(transaction, catalogue, { undoneRows: removed + restored }, actor)
    await audit.record(transaction, {
      actor,
      action: 'data.undo-import',
      target: CATALOGUE_LABELS[catalogue],
      detail: `${row.fileName}：移入回收站${removed}，恢复原值${restored}，保持不变${skipped.length}`,
    })
    return { ...view, undoableUntil: null, undo }
  })

/** Undoes what an import has saved, from its last row to its first. */
async function undoChanges(
  dependencies: SaveDependencies,
  transaction: Transaction,
  { catalogue, importId }: ImportReference,
  actor: Actor,
): Promise<Outcome> {
  const outcome: Outcome = { removed: 0, restored: 0, skipped: [] }
  let lastOrdinal: number | undefined
  for (;;) {
    const rows = await listChangesBefore(transaction.db, importId, lastOrdinal, PRODUCTS_PER_PART)
    const last = rows.at(-1)
    if (!last) return outcome
    lastOrdinal = last.ordinal
    const { removed, updated, skipped } = await sortChanges(transaction, catalogue, rows)
    const removedIds = removed.map(({ productId }) => productId)
    await dependencies.products.removeMany(transaction, catalogue, removedIds, actor)
    const unnamed = await restoreProducts(dependencies, transaction, { catalogue, updated, actor })
    outcome.removed += removed.length
    outcome.restored += updated.length - unnamed.length
    outcome.skipped.push(...skipped, ...unnamed)
  }
}

/** Sorts products by what the undo does with them, according to their present versions. */
async function sortChanges({ db }: Transaction, catalogue: Catalogue, rows: readonly ImportChangeRow[]) {
  const ids = rows.map(({ productId }) => productId)
  const versions = await listVersions(db, catalogue, ids)
  const removed: SavedProduct[] = []
  const updated: UpdatedProduct[] = []
  const skipped: SkippedProduct[] = []
  for await (const { beforeJson, ...row } of eachInTurns(rows)) {
    const current = versions.get(row.productId)
    if (!current) skipped.push(toSkipped(row, 'missing'))
    else if (current.version !== row.version || current.factsVersion !== row.factsVersion)
      skipped.push(toSkipped(row, 'changed'))
    else if (beforeJson === null) removed.push({ ...row, before: undefined })
    else updated.push({ ...row, before: ProductStateSchema.parse(beforeJson) })
  }
  return { removed, updated, skipped }
}

const toSkipped = (
  { productId, name, ordinal }: Omit<ImportChangeRow, 'beforeJson'>,
  reason: UndoSkipReason,
): SkippedProduct => ({ id: productId, name, ordinal, reason })

type Restoration = { catalogue: Catalogue; updated: readonly UpdatedProduct[]; actor: Actor }

/** Returns updated products to their previous values and facts, except those whose previous name is taken; returns these. */
async function restoreProducts(
  { products, facts }: SaveDependencies,
  transaction: Transaction,
  { catalogue, updated, actor }: Restoration,
): Promise<SkippedProduct[]> {
  const takenNames = await products.listTakenNames(
    transaction,
    catalogue,
    updated.map(({ productId: id, before }) => ({ id, name: before.product.name })),
  )
  const restored = updated.filter(({ before }) => !takenNames.has(before.product.name))
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
  return updated
    .filter(({ before }) => takenNames.has(before.product.name))
    .map((product) => toSkipped(product, 'name-taken'))
}
