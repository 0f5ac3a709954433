/** The state of a product that an import changes: its values and its facts. */
import { z } from 'zod'
import { type EditorFact, FactInputSchema } from '#contracts/facts/fact.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { type ProductService, ProductSnapshotSchema } from '../../../service.ts'

export const ProductStateSchema = z.object({ product: ProductSnapshotSchema, facts: z.array(FactInputSchema) })
export type ProductState = z.infer<typeof ProductStateSchema>

type Dependencies = { products: ProductService; facts: FactService }

/** Returns the states of a catalogue's products outside the recycle bin, by id. */
export async function listProductStates(
  { products, facts }: Dependencies,
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductState>> {
  const snapshots = await products.listSnapshots(db, catalogue, ids)
  const factsById = await facts.listForEditing([...snapshots.keys()], db)
  return new Map(
    [...snapshots].map(([id, product]) => [id, { product, facts: (factsById.get(id) ?? []).map(toFactInput) }]),
  )
}

const toFactInput = ({ id, attribute, value, grade, sourceUrl, readAt, note }: EditorFact) => ({
  id,
  attribute,
  value,
  grade,
  sourceUrl,
  readAt,
  note,
})

/** Returns the digests of states, by id: equal states have equal digests, whatever the ids and order of their facts. */
export async function listDigests(states: ReadonlyMap<string, ProductState>): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  for (const [id, { product, facts }] of states) {
    await yieldToEventLoop()
    const factTexts = facts.map(({ id: _id, ...fact }) => toCanonicalJson(fact)).sort()
    digests.set(id, sha256(toCanonicalJson([product, ...factTexts])))
  }
  return digests
}
