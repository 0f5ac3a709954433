import type { EditorFact, Fact, FactChange, ProductFactChange } from '#contracts/facts/fact.ts'
import { FACTS } from '#contracts/limits.ts'
import type { ChangesQuery } from '#contracts/mirror.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { checkFacts, type UncheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { toChangePagination, toChangeRange } from '#server/platform/change-cursor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { createAttributeService } from './attributes/service.ts'
import { createFactEditing } from './editing.ts'
import { formatSourceLine, parseSourceLines, SOURCES_HEADING } from './fact-columns.ts'
import { createFactTable, type FactTable, type FactTableOptions, type PlannedFacts } from './fact-table.ts'
import { createFactsEvent } from './facts-event.ts'
import { type ChangedFacts, createFilterValues } from './filter-values.ts'
import { createFormFacts, type ProductFormChange } from './form-facts.ts'
import { createFactReview } from './review/review.ts'
import { createFactSaver, type ProductFactsSave } from './save-facts.ts'
import {
  countChanges,
  type FactCursor,
  listChangedAttributes,
  listChanges,
  listChangesAfter,
  listChangesOfProducts,
  listFactRows,
  listFactsVersions,
  listLatestFactsVersions,
  sumRevisions,
} from './store.ts'
import { createSubmittedFacts } from './submitted-facts.ts'
import { ATTRIBUTES_TOPIC, getCatalogueTopic, getFactsTopic } from './topics.ts'
import { toChangeKey, toChangePosition, toEditorFacts, toFactChange, toPublicFacts } from './view.ts'

export type { ChangedFacts, FactCursor, FactTable, PlannedFacts, ProductFormChange }
export { ATTRIBUTES_TOPIC, formatSourceLine, getCatalogueTopic, getFactsTopic, parseSourceLines, SOURCES_HEADING }
export type FactService = ReturnType<typeof createFactService>
/** The facts of a product that visitors see, and the day on which they last changed or were confirmed. */
type PublicFacts = { facts: Fact[]; factsUpdatedOn: string | null }

/** A product whose facts changed on a day, with the labels of the changed attributes. */
type LatestFacts = {
  product: { id: string; name: string; catalogue: Catalogue }
  updatedOn: string
  labels: string[]
}

/** The changes of a product's facts by one save. */
type SavedChanges = { productId: string; version: number; at: string; changes: FactChange[] }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  outbox: Pick<OutboxService, 'record'>
  /** The base URL of the product pages that events lead to. */
  publicUrl: string
}

/** Creates the service for facts about products and their attributes. It refers to products by id only. */
export function createFactService({ database, clock, audit, outbox, publicUrl }: Dependencies) {
  const attributeService = createAttributeService({ database, clock, audit })
  const saveFacts = createFactSaver(clock)
  const getToday = () => toDay(clock.now())

  async function listFactsByProduct(productIds: readonly string[], db: Queryable = database.read) {
    const attributesByKey = await attributeService.listAll(db)
    const rowsByProduct = Map.groupBy(await listFactRows(db, productIds), ({ productId }) => productId)
    return { attributesByKey, rowsByProduct }
  }

  async function listPublic(productIds: readonly string[]): Promise<ReadonlyMap<string, PublicFacts>> {
    const { attributesByKey, rowsByProduct } = await listFactsByProduct(productIds)
    const versions = await listFactsVersions(database.read, productIds)
    const days = new Map(versions.map(({ productId, updatedOn }) => [productId, updatedOn]))
    const today = getToday()
    return new Map(
      productIds.map((id) => [
        id,
        {
          facts: toPublicFacts(rowsByProduct.get(id) ?? [], attributesByKey, today),
          factsUpdatedOn: days.get(id) ?? null,
        },
      ]),
    )
  }

  const recordEvent = createFactsEvent({ outbox, publicUrl })

  return {
    attributes: attributeService,
    /** Reads, saves and confirms the facts of one product. */
    editing: createFactEditing({ database, clock, audit, recordEvent, attributeService, saveFacts }),
    /** Lists stale, unknown and disputed facts for editors. */
    review: createFactReview({ database, clock, attributeService }),
    /** Saves what the forms of products state. */
    forms: createFormFacts({ clock, attributeService, saveFacts }),
    /** Facts that vendors submit. */
    submitted: createSubmittedFacts({ database, clock, recordEvent, attributeService, saveFacts }),

    /**
     * Returns products' facts as visitors see them, by product id. Every id has an entry, empty if no facts are known.
     */
    listPublic,

    /** Returns a product's facts as visitors see them. */
    getPublic: async (productId: string): Promise<PublicFacts> =>
      (await listPublic([productId])).get(productId) ?? { facts: [], factsUpdatedOn: null },

    /** Lists the active products whose facts were changed or confirmed most recently, with the changed attributes. */
    async listLatest(limit: number): Promise<LatestFacts[]> {
      const attributesByKey = await attributeService.listAll(database.read)
      const versions = await listLatestFactsVersions(database.read, limit)
      return Promise.all(
        versions.map(async ({ productId, version, updatedOn, name, catalogue }) => {
          const changedKeys = new Set(await listChangedAttributes(database.read, productId, version))
          const labels = [...changedKeys].flatMap((key) => {
            const attribute = attributesByKey.get(key)
            return attribute?.isActive ? attribute.label : []
          })
          return { product: { id: productId, name, catalogue }, updatedOn, labels }
        }),
      )
    },

    /** Returns the facts of products, including those of inactive attributes, by product id. Every id has an entry. */
    async listForEditing(productIds: readonly string[], db?: Queryable): Promise<ReadonlyMap<string, EditorFact[]>> {
      const { attributesByKey, rowsByProduct } = await listFactsByProduct(productIds, db)
      const today = getToday()
      return new Map(productIds.map((id) => [id, toEditorFacts(rowsByProduct.get(id) ?? [], attributesByKey, today)]))
    },

    /** The values by which products are filtered, and which products' values have changed. */
    filterValues: createFilterValues(database, getToday),

    /**
     * Adds facts to products of the sample content, inside the caller's transaction. Throws if one is invalid, which is
     * an error in the sample content.
     */
    async addSamples(
      transaction: Transaction,
      catalogue: Catalogue,
      samples: readonly { productId: string; facts: readonly UncheckedFact[] }[],
    ): Promise<void> {
      await transaction.lock(ATTRIBUTES_TOPIC)
      const attributesByKey = await attributeService.listAll(transaction.db)
      const saves = samples.map(({ productId, facts }) => {
        // Sample facts have fixed dates, which are in the future if the clock of the server is wrong.
        const { checked, errors } = checkFacts(facts, { attributesByKey, catalogue, today: '9999-12-31' })
        if (errors.length > 0) throw new Error(`${productId}: ${errors[0]?.path} ${errors[0]?.message}`)
        return { productId, facts: checked }
      })
      await saveFacts(transaction, saves, { catalogue, attributesByKey, actor: null, day: 'latestReading' })
    },

    /** Returns the parser and columns for a catalogue's facts in tables; see `createFactTable`. */
    createTable: async (catalogue: Catalogue, options: FactTableOptions): Promise<FactTable> =>
      createFactTable({
        ...options,
        catalogue,
        attributesByKey: await attributeService.listAll(database.read),
        today: getToday(),
      }),

    /** Returns how often the facts of a catalogue's products, or their attributes, have changed. */
    countRevisions: (catalogue: Catalogue, db: Queryable = database.read): Promise<number> =>
      sumRevisions(db, [getFactsTopic(catalogue), ATTRIBUTES_TOPIC]),

    /**
     * Lists the changes to a product's facts, or to one of its attributes, newest first. Visitors see only active
     * attributes and no authors.
     */
    async listChanges(
      productId: string,
      { page, attribute }: { page: number; attribute?: string | undefined },
      caller: Caller | null,
    ): Promise<ListPage<FactChange>> {
      const attributesByKey = await attributeService.listAll(database.read)
      const canReadAll = can(caller, 'products:read')
      const hiddenAttributeKeys = canReadAll
        ? []
        : [...attributesByKey.values()].filter(({ isActive }) => !isActive).map(({ key }) => key)
      const filter = { productId, hiddenAttributeKeys, attribute }
      return readPage({
        page,
        limit: FACTS.perPage,
        count: () => countChanges(database.read, filter),
        list: (range) => listChanges(database.read, filter, range),
        toItem: (row) => toFactChange(row, attributesByKey, caller),
      })
    },

    /**
     * Lists what changed in the facts of products after `since` and until `until`, save by save, as visitors see it:
     * facts of active attributes, without mere confirmations.
     */
    async listChangesBetween(range: { ids: readonly string[]; since: string; until: string }): Promise<SavedChanges[]> {
      const attributesByKey = await attributeService.listAll(database.read)
      const rows = await listChangesOfProducts(database.read, range)
      const visible = rows.filter(({ attribute }) => attributesByKey.get(attribute)?.isActive)
      const saves = Map.groupBy(visible, ({ productId, version }) => `${version} ${productId}`)
      return [...saves.values()].flatMap((changes) => {
        const [first] = changes
        if (!first) return []
        const { productId, version, at } = first
        return { productId, version, at, changes: changes.map((row) => toFactChange(row, attributesByKey, null)) }
      })
    },

    /** Lists the changes to the facts of all products, in the order in which they were made, for programs that copy them. */
    async listAllChanges(query: ChangesQuery, caller: Caller): Promise<ListPage<ProductFactChange>> {
      const range = toChangeRange(query, clock)
      const rows = await listChangesAfter(database.read, toChangeKey(range.after), range)
      const attributesByKey = await attributeService.listAll(database.read)
      return {
        items: rows.map((row) => ({ ...toFactChange(row, attributesByKey, caller), productId: row.productId })),
        pagination: toChangePagination(range, rows.map(toChangePosition)),
      }
    },

    /**
     * Saves validated facts of many products, inside the caller's transaction, which has locked `ATTRIBUTES_TOPIC`.
     * Each product's last update is the latest reading among its changed facts. Returns whether anything changed.
     */
    async saveMany(
      transaction: Transaction,
      catalogue: Catalogue,
      saves: readonly ProductFactsSave[],
      actor: Actor | null,
    ): Promise<boolean> {
      const attributesByKey = await attributeService.listAll(transaction.db)
      const saved = await saveFacts(transaction, saves, { catalogue, attributesByKey, actor, day: 'latestReading' })
      return saved.some(({ changes }) => changes.length > 0)
    },

    /**
     * Restores former facts of many products, inside the caller's transaction, which has locked `ATTRIBUTES_TOPIC`.
     * Facts that no longer fit their attribute are omitted.
     */
    async revertMany(
      transaction: Transaction,
      catalogue: Catalogue,
      saves: readonly { productId: string; facts: readonly UncheckedFact[] }[],
      actor: Actor | null,
    ): Promise<void> {
      if (saves.length === 0) return
      const attributesByKey = await attributeService.listAll(transaction.db)
      const today = getToday()
      const checkedSaves = saves.map(({ productId, facts }) => ({
        productId,
        facts: checkFacts(facts, { attributesByKey, catalogue, today }).checked,
      }))
      await saveFacts(transaction, checkedSaves, { catalogue, attributesByKey, actor, day: today })
    },
  }
}
