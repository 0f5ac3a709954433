/** The state of a product before an import changes it: its values and its facts. */
import { z } from 'zod'
import { type EditorFact, FactInputSchema } from '#contracts/facts/fact.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { type ProductService, ProductSnapshotSchema } from '../../service.ts'

export const ProductStateSchema = z.object({ product: ProductSnapshotSchema, facts: z.array(FactInputSchema) })
export type ProductState = z.infer<typeof ProductStateSchema>

type Dependencies = { products: ProductService; facts: FactService }

/** The number of products that are read together: small enough, also with many facts, not to delay other requests. */
const PRODUCTS_PER_READ = 10

/** Returns the states of a catalogue's products outside the recycle bin as JSON, by id. */
export async function listStatesAsJson(
  { products, facts }: Dependencies,
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>()
  for (let index = 0; index < ids.length; index += PRODUCTS_PER_READ) {
    const snapshots = await products.listSnapshots(db, catalogue, ids.slice(index, index + PRODUCTS_PER_READ))
    const factsById = await facts.listForEditing([...snapshots.keys()], db)
    for await (const [id, product] of eachInTurns(snapshots)) {
      const state: ProductState = { product, facts: (factsById.get(id) ?? []).map(toFactInput) }
      states.set(id, JSON.stringify(state))
    }
  }
  return states
}

const toFactInput = ({ id, attribute, value, isComplete, grade, sourceUrl, readAt, note }: EditorFact) => ({
  id,
  attribute,
  value,
  isComplete,
  grade,
  sourceUrl,
  readAt,
  note,
})
