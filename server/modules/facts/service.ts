import type { EditorFact, Fact, FactChange } from '#contracts/facts/fact.ts'
import { FACTS } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { ATTRIBUTES_CHANGE, createAttributeService, factsName } from './attributes/service.ts'
import { type CheckedFact, checkFacts, type GivenFact } from './check-facts.ts'
import { createFactEditing } from './editing.ts'
import { createFactReview } from './review.ts'
import { type ProductFactsSave, saveFacts } from './save-facts.ts'
import { countChanges, factsOf, listChanges, statesOf } from './store.ts'
import { createSubmittedFacts } from './submitted-facts.ts'
import { type AttributesByKey, toEditorFacts, toFactChange, toPublicFacts } from './view.ts'

export type { AttributesByKey, CheckedFact, GivenFact, ProductFactsSave }
export { ATTRIBUTES_CHANGE, checkFacts, factsName }
export type FactService = ReturnType<typeof createFactService>
/** The facts of a product that visitors see, and the day on which they last changed or were confirmed. */
export type PublicFacts = { facts: Fact[]; factsUpdatedOn: string | null }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the service for what is known of products, with its attributes. It knows products by their ids alone. */
export function createFactService({ database, clock, audit }: Dependencies) {
  const attributes = createAttributeService({ database, clock, audit })
  const getToday = () => toDay(clock.now())

  async function groupFacts(productIds: readonly string[]) {
    const all = await attributes.listAll(database.read)
    const rows = Map.groupBy(await factsOf(database.read, productIds), ({ productId }) => productId)
    return { all, rows }
  }

  async function listPublic(productIds: readonly string[]): Promise<ReadonlyMap<string, PublicFacts>> {
    const { all, rows } = await groupFacts(productIds)
    const days = new Map((await statesOf(database.read, productIds)).map((state) => [state.productId, state.updatedOn]))
    const today = getToday()
    return new Map(
      productIds.map((id) => [
        id,
        { facts: toPublicFacts(rows.get(id) ?? [], all, today), factsUpdatedOn: days.get(id) ?? null },
      ]),
    )
  }

  return {
    attributes,
    /** Reads, saves and confirms the facts of one product. */
    editing: createFactEditing({ database, clock, audit, attributes }),
    /** What is to be confirmed or found out. */
    review: createFactReview({ database, clock, attributes }),
    /** What vendors hand in. */
    submitted: createSubmittedFacts({ database, clock, attributes }),

    /** Returns what visitors see of products' facts, by product: every id is there, with no facts if none are known. */
    factsOf: listPublic,

    /** Returns what visitors see of one product's facts. */
    getPublic: async (productId: string): Promise<PublicFacts> =>
      (await listPublic([productId])).get(productId) ?? { facts: [], factsUpdatedOn: null },

    /** Returns the facts of products with those of inactive attributes, by product: every id is there. */
    async listForEditing(productIds: readonly string[]): Promise<ReadonlyMap<string, EditorFact[]>> {
      const { all, rows } = await groupFacts(productIds)
      const today = getToday()
      return new Map(productIds.map((id) => [id, toEditorFacts(rows.get(id) ?? [], all, today)]))
    },

    /** Lists what changed in the facts of a product, the newest first. Visitors see active attributes and no authors. */
    async listChanges(
      productId: string,
      { page, canSeeAuthors }: { page: number; canSeeAuthors: boolean },
    ): Promise<{ items: FactChange[]; pagination: Pagination }> {
      const all = await attributes.listAll(database.read)
      const hidden = canSeeAuthors ? [] : [...all.values()].filter(({ isActive }) => !isActive).map(({ key }) => key)
      const limit = FACTS.perPage
      const totalItems = await countChanges(database.read, productId, hidden)
      const rows = await listChanges(database.read, productId, hidden, { limit, offset: (page - 1) * limit })
      return {
        items: rows.map((row) => toFactChange(row, all, canSeeAuthors)),
        pagination: { current: page, total: Math.ceil(totalItems / limit), limit, totalItems },
      }
    },

    /**
     * Saves the facts of many products that are checked already, inside the caller's transaction, which has locked
     * `ATTRIBUTES_CHANGE`. Each product's last update is the latest reading among what changed.
     */
    async saveMany(
      write: Write,
      catalogue: Catalogue,
      saves: readonly ProductFactsSave[],
      actor: Actor | null,
    ): Promise<void> {
      const all = await attributes.listAll(write.tx)
      const at = timestamp(clock)
      await saveFacts(write, saves, { catalogue, attributes: all, actor, at, day: 'latestReading' })
    },
  }
}
