import type { EditorFact, Fact, FactChange } from '#contracts/facts/fact.ts'
import { FACTS } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { checkFacts, type GivenFact } from '#contracts/rules/facts/check-facts.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { createAttributeService } from './attributes/service.ts'
import type { AttributesByKey } from './attributes/view.ts'
import { createFactEditing } from './editing.ts'
import { createFactTable, type FactsOfRow, type FactTable, type RowFact } from './fact-table.ts'
import { createFactReview } from './review/review.ts'
import { createFactSaving, type ProductFactsSave } from './save-facts.ts'
import {
  countChanges,
  type FactPlace,
  findLastChange,
  listChangedAttributes,
  listChangedFacts,
  listChanges,
  listFactLengths,
  listFactRows,
  listFactStates,
  listFilterValues,
  listLatestStates,
  sumRevisions,
} from './store.ts'
import { createSubmittedFacts } from './submitted-facts.ts'
import { ATTRIBUTES_TOPIC, factsTopic } from './topics.ts'
import { toEditorFacts, toFactChange, toPublicFacts } from './view.ts'

export type { AttributesByKey, FactPlace, FactsOfRow, FactTable, ProductFactsSave, RowFact }
export { ATTRIBUTES_TOPIC, factsTopic }
export type FactService = ReturnType<typeof createFactService>
/** The facts of a product that visitors see, and the day on which they last changed or were confirmed. */
export type PublicFacts = { facts: Fact[]; factsUpdatedOn: string | null }

/** A product whose facts changed on a day, and the attributes that did. */
export type LatestFacts = {
  product: { id: string; name: string; catalogue: Catalogue }
  updatedOn: string
  labels: string[]
}

/** What a product is filtered by. */
export type FilterValue = { attribute: string; value: string; isVerified: boolean }

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

/** Creates the service for what is known of products, with its attributes. It knows products by their ids alone. */
export function createFactService({ database, clock, audit }: Dependencies) {
  const attributes = createAttributeService({ database, clock, audit })
  const saveFacts = createFactSaving(clock)
  const getToday = () => toDay(clock.now())

  async function groupFacts(productIds: readonly string[], db: Queryable = database.read) {
    const all = await attributes.listAll(db)
    const rows = Map.groupBy(await listFactRows(db, productIds), ({ productId }) => productId)
    return { all, rows }
  }

  async function listPublic(productIds: readonly string[]): Promise<ReadonlyMap<string, PublicFacts>> {
    const { all, rows } = await groupFacts(productIds)
    const days = new Map(
      (await listFactStates(database.read, productIds)).map((state) => [state.productId, state.updatedOn]),
    )
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
    editing: createFactEditing({ database, clock, audit, attributes, saveFacts }),
    /** What is to be confirmed or found out. */
    review: createFactReview({ database, clock, attributes }),
    /** What vendors hand in. */
    submitted: createSubmittedFacts({ database, clock, attributes, saveFacts }),

    /** Returns what visitors see of products' facts, by product: every id is there, with no facts if none are known. */
    listPublic,

    /** Returns what visitors see of one product's facts. */
    getPublic: async (productId: string): Promise<PublicFacts> =>
      (await listPublic([productId])).get(productId) ?? { facts: [], factsUpdatedOn: null },

    /** Lists the active products whose facts changed or were confirmed last, with what changed then. */
    async listLatest(limit: number): Promise<LatestFacts[]> {
      const all = await attributes.listAll(database.read)
      const states = await listLatestStates(database.read, limit)
      return Promise.all(
        states.map(async ({ productId, version, updatedOn, name, catalogue }) => {
          const changed = new Set(await listChangedAttributes(database.read, productId, version))
          const labels = [...changed].flatMap((key) => {
            const attribute = all.get(key)
            return attribute?.isActive ? attribute.label : []
          })
          return { product: { id: productId, name, catalogue }, updatedOn, labels }
        }),
      )
    },

    /** Returns the facts of products with those of inactive attributes, by product: every id is there. */
    async listForEditing(productIds: readonly string[], db?: Queryable): Promise<ReadonlyMap<string, EditorFact[]>> {
      const { all, rows } = await groupFacts(productIds, db)
      const today = getToday()
      return new Map(productIds.map((id) => [id, toEditorFacts(rows.get(id) ?? [], all, today)]))
    },

    /** Returns how many characters the facts of products have together, by product; those without any are left out. */
    measureTexts: async (productIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (productIds.length > 0 ? await listFactLengths(database.read, productIds) : []).map(({ productId, length }) => [
          productId,
          Number(length),
        ]),
      ),

    /** What products are filtered by: the values, and whose changed. */
    filterValues: {
      /** Returns the last change of any product's facts. */
      findLastChange: (): Promise<number> => findLastChange(database.read),

      /** Lists the products whose facts changed behind a place, and the place to go on from if there may be more. */
      async listChanged(range: {
        after: FactPlace
        until: number
        limit: number
      }): Promise<{ ids: string[]; end: FactPlace | undefined }> {
        const rows = await listChangedFacts(database.read, range)
        return {
          ids: rows.map(({ productId }) => productId),
          end: rows.length < range.limit ? undefined : rows.at(-1),
        }
      },

      /** Returns the values of products, by product; those without any are left out. */
      async list(productIds: readonly string[]): Promise<ReadonlyMap<string, FilterValue[]>> {
        return Map.groupBy(await listFilterValues(database.read, productIds), ({ productId }) => productId)
      },
    },

    /**
     * Gives products of the sample content their facts, inside the caller's transaction. Throws for one that doesn't fit:
     * the sample content is wrong then.
     */
    async addSamples(
      write: Write,
      catalogue: Catalogue,
      samples: readonly { productId: string; facts: readonly GivenFact[] }[],
    ): Promise<void> {
      await write.lock(ATTRIBUTES_TOPIC)
      const all = await attributes.listAll(write.tx)
      const saves = samples.map(({ productId, facts }) => {
        // The content is read on a day of its own, which may be to come by the clock of this machine.
        const { checked, errors } = checkFacts(facts, { attributes: all, catalogue, today: '9999-12-31' })
        if (errors.length > 0) throw new Error(`${productId}: ${errors[0]?.path} ${errors[0]?.message}`)
        return { productId, facts: checked }
      })
      await saveFacts(write, saves, { catalogue, attributes: all, actor: null, day: 'latestReading' })
    },

    /** Returns the reading and writing of a catalogue's facts in tables; see `createFactTable`. */
    createTable: async (catalogue: Catalogue, isProductHeading: (heading: string) => boolean): Promise<FactTable> =>
      createFactTable({
        catalogue,
        attributes: await attributes.listAll(database.read),
        isProductHeading,
        today: getToday(),
      }),

    /** Returns how often the facts of a catalogue's products, or their attributes, have changed. */
    countRevisions: (catalogue: Catalogue, db: Queryable = database.read): Promise<number> =>
      sumRevisions(db, [factsTopic(catalogue), ATTRIBUTES_TOPIC]),

    /**
     * Lists what changed in the facts of a product, or in one attribute of it, the newest first. Visitors see active
     * attributes and no authors.
     */
    async listChanges(
      productId: string,
      { page, attribute }: { page: number; attribute?: string | undefined },
      viewer: Viewer | null,
    ): Promise<{ items: FactChange[]; pagination: Pagination }> {
      const all = await attributes.listAll(database.read)
      const canSeeAll = can(viewer, 'products:read')
      const hidden = canSeeAll ? [] : [...all.values()].filter(({ isActive }) => !isActive).map(({ key }) => key)
      const filter = { productId, hidden, attribute }
      const limit = FACTS.perPage
      const totalItems = await countChanges(database.read, filter)
      const rows = await listChanges(database.read, filter, { limit, offset: (page - 1) * limit })
      return {
        items: rows.map((row) => toFactChange(row, all, viewer)),
        pagination: { current: page, total: Math.ceil(totalItems / limit), limit, totalItems },
      }
    },

    /**
     * Saves the facts of many products that are checked already, inside the caller's transaction, which has locked
     * `ATTRIBUTES_TOPIC`. Each product's last update is the latest reading among what changed. Returns whether anything
     * did.
     */
    async saveMany(
      write: Write,
      catalogue: Catalogue,
      saves: readonly ProductFactsSave[],
      actor: Actor | null,
    ): Promise<boolean> {
      const all = await attributes.listAll(write.tx)
      const saved = await saveFacts(write, saves, { catalogue, attributes: all, actor, day: 'latestReading' })
      return saved.some(({ changes }) => changes.length > 0)
    },
  }
}
