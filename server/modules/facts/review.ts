/** What is to be confirmed, and what is to be found out, where people look most. */
import type { StaleFact, StaleFactQuery, UnknownAttribute } from '#contracts/facts/fact.ts'
import { FACTS } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { endOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { Clock } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type AttributeService, factsName } from './attributes/service.ts'
import { countStaleFacts, hasBecomeStale, listKnown, listMostViewed, listStaleFacts, statesOf } from './store.ts'
import { toEditorFacts } from './view.ts'

type Dependencies = { database: Database; clock: Clock; attributes: AttributeService }

/** The number of products that are named with an unknown attribute. */
const FOREMOST = 5

/** Creates the lists of facts to be confirmed and found out. */
export function createFactReview({ database, clock, attributes }: Dependencies) {
  const getToday = () => toDay(clock.now())

  async function listUnknownOf(catalogue: Catalogue): Promise<UnknownAttribute[]> {
    const products = await listMostViewed(database.read, catalogue, FACTS.viewed)
    if (products.length === 0) return []
    const known = new Set(
      (
        await listKnown(
          database.read,
          products.map(({ id }) => id),
        )
      ).map(({ productId, attribute }) => `${productId} ${attribute}`),
    )
    const used = (await attributes.list(catalogue)).filter(({ isFilter, isCompared }) => isFilter || isCompared)
    return used.flatMap(({ key, label, group, categories }) => {
      const unknown = products.filter(
        ({ id, category }) => !known.has(`${id} ${key}`) && (categories.length === 0 || categories.includes(category)),
      )
      const views = unknown.reduce((sum, product) => sum + product.views, 0)
      const foremost = unknown
        .slice(0, FOREMOST)
        .map(({ id, name, views: viewed }) => ({ id, name, catalogue, views: viewed }))
      return unknown.length === 0
        ? []
        : [{ attribute: key, label, group, catalogue, products: unknown.length, views, foremost }]
    })
  }

  return {
    /** Lists stale facts, those first that have been for longest; those of products in the recycle bin are left out. */
    async listStale({
      page: current,
      ...filter
    }: StaleFactQuery): Promise<{ items: StaleFact[]; pagination: Pagination }> {
      const today = getToday()
      const limit = FACTS.perPage
      const page = { limit, offset: (current - 1) * limit }
      const rows = await listStaleFacts(database.read, { ...filter, today }, page)
      const totalItems = await countStaleFacts(database.read, { ...filter, today }, FACTS.staleCounted)
      const ids = [...new Set(rows.map(({ productId }) => productId))]
      const versions = new Map(
        (await statesOf(database.read, ids)).map(({ productId, version }) => [productId, version]),
      )
      const all = await attributes.listAll(database.read)
      const items = rows.flatMap(({ productName: name, catalogue, views, ...row }) =>
        toEditorFacts([row], all, today).map((fact) => ({
          ...fact,
          product: { id: row.productId, name, catalogue, views },
          version: versions.get(row.productId) ?? 0,
        })),
      )
      return { items, pagination: { current, total: Math.ceil(totalItems / limit), limit, totalItems } }
    },

    /**
     * Lists the attributes that filters and comparisons use and that are unknown of the most viewed products, the most
     * viewed unknown first.
     */
    async listUnknown({ catalogue }: { catalogue?: Catalogue | undefined }): Promise<UnknownAttribute[]> {
      const lists = await Promise.all((catalogue ? [catalogue] : CATALOGUES).map(listUnknownOf))
      return lists.flat().sort((a, b) => b.views - a.views || b.products - a.products)
    },

    /** Drops what is cached of products, once a day, if a fact has become stale with it: no save announces that. */
    announceStale: (): Promise<boolean> =>
      database.write(async (write) => {
        const today = getToday()
        const isFirst = await claimUntil(write, clock, 'stale-facts', new Date(endOfDay(today)))
        if (!isFirst || !(await hasBecomeStale(write.tx, today))) return false
        write.touch(...CATALOGUES.map(factsName))
        return true
      }),
  }
}
