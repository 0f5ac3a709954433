/** The state of a product that an import changes: its values and its facts. */
import { z } from 'zod'
import { type EditorFact, FactInputSchema } from '#contracts/facts/fact.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { type ProductService, ProductSnapshotSchema } from '../../../service.ts'

export const ProductStateSchema = z.object({ product: ProductSnapshotSchema, facts: z.array(FactInputSchema) })
export type ProductState = z.infer<typeof ProductStateSchema>

type Dependencies = { products: ProductService; facts: FactService }

/** The number of products that are read together: small enough, also with many facts, not to delay other requests. */
const PRODUCTS_PER_READ = 10

/** Streams the states of a catalogue's products outside the recycle bin, in parts. */
async function* streamStates(
  { products, facts }: Dependencies,
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): AsyncGenerator<{ id: string; state: ProductState }> {
  for (let index = 0; index < ids.length; index += PRODUCTS_PER_READ) {
    const snapshots = await products.listSnapshots(db, catalogue, ids.slice(index, index + PRODUCTS_PER_READ))
    const factsById = await facts.listForEditing([...snapshots.keys()], db)
    for await (const [id, product] of eachInTurns(snapshots)) {
      yield { id, state: { product, facts: (factsById.get(id) ?? []).map(toFactInput) } }
    }
  }
}

/** Returns the states of a catalogue's products outside the recycle bin as JSON, by id. */
export async function listStatesAsJson(
  dependencies: Dependencies,
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>()
  for await (const { id, state } of streamStates(dependencies, db, catalogue, ids))
    states.set(id, JSON.stringify(state))
  return states
}

/**
 * Returns the digests of the states of a catalogue's products outside the recycle bin, by id: equal states have equal
 * digests, whatever the ids and order of their facts.
 */
export async function listDigests(
  dependencies: Dependencies,
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  for await (const { id, state } of streamStates(dependencies, db, catalogue, ids)) {
    const factTexts = state.facts.map(({ id: _id, ...fact }) => toCanonicalJson(fact)).sort()
    digests.set(id, sha256(toCanonicalJson([state.product, ...factTexts])))
  }
  return digests
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
