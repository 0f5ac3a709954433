/**
 * Lists stale facts, unknown attributes and disputed facts for editors to work on, those of the most viewed products
 * first.
 */

import { DAY_MS } from '#contracts/durations.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type {
  FactDispute,
  FactDisputeQuery,
  FactProduct,
  IncompleteProduct,
  IncompleteProductQuery,
  StaleFact,
  StaleFactQuery,
  UnknownAttribute,
} from '#contracts/facts/fact-review.ts'
import { FACTS } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { appliesToCategory } from '#contracts/rules/facts/applies-to-category.ts'
import { endOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { readAssignments, resolveAssignee } from '#server/modules/assignments/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import type { AttributeService } from '../attributes/service.ts'
import { listFactRows, listFactsVersions } from '../store.ts'
import { getFactsTopic } from '../topics.ts'
import { toEditorFacts } from '../view.ts'
import { createFactAssignments } from './assignments.ts'
import { listRequiredAttributes, listRequirements } from './required-attributes.ts'
import {
  countDisputes,
  countIncompleteProducts,
  countStaleFacts,
  hasFactBecomeStale,
  listDisputedAttributes,
  listDisputes,
  listIncompleteProducts,
  listKnownAttributes,
  listMostViewedProducts,
  listStaleFacts,
} from './store.ts'

type Dependencies = { database: Database; clock: Clock; attributeService: AttributeService }

/** The number of products named for each unknown attribute. */
const NAMED_PRODUCTS = 5

const toFactProduct = ({ id, name, catalogue, views }: FactProduct): FactProduct => ({ id, name, catalogue, views })

const toNamedAttribute = ({ key, label, group }: Attribute) => ({ attribute: key, label, group })

/** Creates the lists of stale, unknown and disputed facts. */
export function createFactReview({ database, clock, attributeService }: Dependencies) {
  const getToday = () => toDay(clock.now())

  /** Returns a predicate: whether an attribute of one of the products is known. */
  async function createKnownCheck(
    productIds: readonly string[],
  ): Promise<(productId: string, attribute: string) => boolean> {
    const rows = productIds.length === 0 ? [] : await listKnownAttributes(database.read, productIds)
    const known = new Set(rows.map(({ productId, attribute }) => `${productId} ${attribute}`))
    return (productId, attribute) => known.has(`${productId} ${attribute}`)
  }

  async function listUnknownInCatalogue(catalogue: Catalogue): Promise<UnknownAttribute[]> {
    const products = await listMostViewedProducts(database.read, catalogue, FACTS.viewed)
    const isKnown = await createKnownCheck(products.map(({ id }) => id))
    const required = listRequiredAttributes(await attributeService.listAll(database.read), catalogue)
    const unknownAttributes: UnknownAttribute[] = []
    for (const attribute of required) {
      const { key, label, group } = attribute
      const unknown = products.filter(({ id, category }) => !isKnown(id, key) && appliesToCategory(attribute, category))
      if (unknown.length === 0) continue
      unknownAttributes.push({
        attribute: key,
        label,
        group,
        catalogue,
        products: unknown.length,
        views: unknown.reduce((sum, product) => sum + product.views, 0),
        firstProducts: unknown.slice(0, NAMED_PRODUCTS).map(toFactProduct),
      })
    }
    return unknownAttributes
  }

  return {
    /** Lists stale facts in the order of the query, without those of products in the recycle bin. */
    async listStale(
      { page, assignee, late, ...query }: StaleFactQuery,
      caller: { id: string },
    ): Promise<ListPage<StaleFact>> {
      const today = getToday()
      const filter = {
        ...query,
        today,
        assignee: resolveAssignee(assignee, 'fact', caller),
        dueUntil: late ? timestamp(clock) : undefined,
      }
      const rows = await listStaleFacts(database.read, filter, toRowRange(page, FACTS.perPage))
      const totalItems = await countStaleFacts(database.read, filter, FACTS.listCounted)
      const ids = [...new Set(rows.map(({ productId }) => productId))]
      const versionRows = await listFactsVersions(database.read, ids)
      const versions = new Map(versionRows.map(({ productId, version }) => [productId, version]))
      const attributesByKey = await attributeService.listAll(database.read)
      const disputed = await listDisputedAttributes(database.read, ids)
      const works = rows.map((row) => ({ ...row, promisedAt: null, isOpen: true }))
      const getAssignment = await readAssignments({ db: database.read, clock }, 'fact', works)
      const items: StaleFact[] = []
      for (const { productName: name, catalogue, views, ...row } of rows) {
        const { productId: id, attribute } = row
        const [fact] = toEditorFacts([row], attributesByKey, today)
        if (!fact) continue
        items.push({
          ...fact,
          isDisputed: disputed.has(`${id} ${attribute}`),
          product: { id, name, catalogue, views },
          version: versions.get(id) ?? 0,
          assignment: getAssignment(row.id),
        })
      }
      return { items, pagination: toPagination(page, FACTS.perPage, totalItems) }
    },

    /**
     * Lists the attributes that filters and comparisons use and that are unknown for the most viewed products, ordered
     * by the views of those products.
     */
    async listUnknown({ catalogue }: { catalogue?: Catalogue | undefined }): Promise<UnknownAttribute[]> {
      const lists = await Promise.all((catalogue ? [catalogue] : CATALOGUES).map(listUnknownInCatalogue))
      return lists.flat().sort((a, b) => b.views - a.views || b.products - a.products)
    },

    /** Lists the active products with unknown attributes that filters and comparisons use, most viewed first. */
    async listIncomplete({
      catalogue,
      product,
      attribute,
      page,
    }: IncompleteProductQuery): Promise<ListPage<IncompleteProduct>> {
      const attributesByKey = await attributeService.listAll(database.read)
      const catalogues = catalogue ? [catalogue] : CATALOGUES
      const requirements = catalogues.flatMap((each) => listRequirements(attributesByKey, each, attribute))
      const filter = { product, requirements }
      const rows = await listIncompleteProducts(database.read, filter, toRowRange(page, FACTS.perPage))
      const totalItems = await countIncompleteProducts(database.read, filter, FACTS.listCounted)
      const isKnown = await createKnownCheck(rows.map(({ id }) => id))
      const items = rows.map((row) => {
        const inCatalogue = listRequiredAttributes(attributesByKey, row.catalogue)
        const required = inCatalogue.filter((each) => appliesToCategory(each, row.category))
        const unknown = required.filter(({ key }) => !isKnown(row.id, key))
        return { product: toFactProduct(row), unknown: unknown.map(toNamedAttribute), attributes: required.length }
      })
      return { items, pagination: toPagination(page, FACTS.perPage, totalItems) }
    },

    /**
     * Lists the attributes of products on which sources disagree, with their facts, for the most viewed products first.
     */
    async listDisputes({ page, ...filter }: FactDisputeQuery): Promise<ListPage<FactDispute>> {
      const rows = await listDisputes(database.read, filter, toRowRange(page, FACTS.perPage))
      const totalItems = await countDisputes(database.read, filter, FACTS.listCounted)
      const attributesByKey = await attributeService.listAll(database.read)
      const facts = await listFactRows(database.read, [...new Set(rows.map(({ id }) => id))])
      const items: FactDispute[] = []
      for (const { attribute: key, ...product } of rows) {
        const attribute = attributesByKey.get(key)
        if (!attribute) continue
        const { label, group } = attribute
        const disputed = facts.filter((fact) => fact.productId === product.id && fact.attribute === key)
        const editorFacts = toEditorFacts(disputed, attributesByKey, getToday())
        items.push({ attribute: key, label, group, product, facts: editorFacts })
      }
      return { items, pagination: toPagination(page, FACTS.perPage, totalItems) }
    },

    assignments: createFactAssignments({ clock, attributeService }),

    /** Counts the stale facts whose deadline has passed, up to the number that their list counts. */
    countLate: (): Promise<number> =>
      countStaleFacts(
        database.read,
        { today: getToday(), dueUntil: timestamp(clock), order: 'age' },
        FACTS.listCounted,
      ),

    /** Counts the attributes of products on which sources disagree, up to the number that their list counts. */
    countDisputes: (): Promise<number> => countDisputes(database.read, {}, FACTS.listCounted),

    /**
     * Invalidates cached products once a day if a fact has become stale that day: staleness depends on the date, so no
     * save invalidates them. Returns whether it invalidated them.
     */
    invalidateStaleProducts: (): Promise<boolean> =>
      database.write(async (transaction) => {
        const today = getToday()
        const isFirst = await claimUntil(transaction, clock, 'stale-facts', {
          end: new Date(endOfDay(today)),
          maxMs: DAY_MS,
        })
        if (!isFirst || !(await hasFactBecomeStale(transaction.db, today))) return false
        transaction.publish(...CATALOGUES.map(getFactsTopic))
        return true
      }),
  }
}
