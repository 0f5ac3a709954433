/** Records what an import changes, so that it can be undone. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { ProductService } from '../../../service.ts'
import type { PlannedSave } from '../../plan-import.ts'
import { listDigests, listStatesAsJson } from './product-states.ts'
import { insertImportChanges } from './store.ts'

type Dependencies = { products: ProductService; facts: FactService }
type ImportedPart = {
  importId: string
  catalogue: Catalogue
  saves: readonly (PlannedSave & { ordinal: number })[]
}

/** Runs the save of a part of an import in its transaction, and records the products' states before and after it. */
export async function saveWithChanges<Result>(
  dependencies: Dependencies,
  transaction: Transaction,
  { importId, catalogue, saves }: ImportedPart,
  save: () => Promise<Result>,
): Promise<Result> {
  const { db } = transaction
  const updatedIds = saves.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const statesBefore = await listStatesAsJson(dependencies, db, catalogue, updatedIds)
  const result = await save()
  const ids = saves.map(({ id }) => id)
  const digests = await listDigests(dependencies, db, catalogue, ids)
  await insertImportChanges(
    db,
    saves.map(({ id, ordinal, product }) => ({
      id: `${importId}-${ordinal}`,
      importId,
      ordinal,
      productId: id,
      name: product.name,
      beforeJson: statesBefore.get(id) ?? null,
      digest: digests.get(id) ?? '',
      skipReason: null,
    })),
  )
  return result
}
