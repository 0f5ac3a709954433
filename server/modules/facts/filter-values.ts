/** The values by which products are filtered, and which products' values have changed. */
import { findValidUntil, parseStoredValue } from '#contracts/facts/fact-value.ts'
import { type AttributeType, FACT_GRADES, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { listFilterValues as toFilterValues } from '#contracts/rules/facts/filter-values.ts'
import type { KnownFact } from '#contracts/rules/shortlists/match-product.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import {
  type FactCursor,
  getLastChange,
  listChangedFacts,
  listDisputesByAttribute,
  listFactsOfAttribute,
  listFilterValues,
  listStaleCertificates,
  listValuesByGrade,
} from './store.ts'

/** Products with changed facts; `nextCursor` is set if there may be more. */
export type ChangedFacts = { ids: string[]; nextCursor: FactCursor | undefined }

/** A value by which products are filtered. */
type FilterValue = { attribute: string; value: string; isVerified: boolean }

type ProductAttribute = { productId: string; attribute: string }
/** Products that a filter can't decide by their stored values. */
type FilterExceptions = { expired: readonly ProductAttribute[]; disputed: readonly ProductAttribute[] }

/** Creates the functions that read filter values, for the indexes of the catalogues. */
export function createFilterValues({ read: db }: Pick<Database, 'read'>, getToday: () => string) {
  return {
    /** Returns the number of the last change to any product's facts. */
    getLastChange: (): Promise<number> => getLastChange(db),

    /** Lists the products whose facts changed after a cursor. */
    async listChanged(range: { after: FactCursor; until: number; limit: number }): Promise<ChangedFacts> {
      const rows = await listChangedFacts(db, range)
      return {
        ids: rows.map(({ productId }) => productId),
        nextCursor: rows.length < range.limit ? undefined : rows.at(-1),
      }
    },

    /** Returns the filter values of products by product id; products without values are omitted. */
    async list(productIds: readonly string[]): Promise<ReadonlyMap<string, FilterValue[]>> {
      return Map.groupBy(await listFilterValues(db, productIds), ({ productId }) => productId)
    },

    /** Returns the filter values of an attribute that facts of at least a grade state, by product id. */
    async listByGrade({ key, type }: { key: string; type: AttributeType }, least: FactGrade) {
      const rows = await listValuesByGrade(db, key, FACT_GRADES.slice(FACT_GRADES.indexOf(least)))
      const values = new Map<string, Set<string>>()
      for await (const { productId, valueJson } of eachInTurns(rows)) {
        const known = values.get(productId) ?? new Set()
        for (const value of toFilterValues(type, parseStoredValue(valueJson))) known.add(value)
        values.set(productId, known)
      }
      return values
    },

    /** Returns the prices that facts of an attribute state, by product id; prices have no filter values. */
    async listPrices({ key, type, unit }: { key: string; type: AttributeType; unit: string }) {
      const prices = new Map<string, KnownFact[]>()
      for await (const { productId, valueJson, ...fact } of eachInTurns(await listFactsOfAttribute(db, key))) {
        const known = prices.get(productId) ?? []
        known.push({ ...fact, attribute: key, type, unit, value: parseStoredValue(valueJson), staleReason: null })
        prices.set(productId, known)
      }
      return prices
    },

    /**
     * Lists the products whose stored value of an attribute can't be relied on by a filter: their certificate has
     * expired, or their sources disagree.
     */
    async listExceptions(attributeKeys: readonly string[]): Promise<FilterExceptions> {
      if (attributeKeys.length === 0) return { expired: [], disputed: [] }
      const today = getToday()
      const stale = await listStaleCertificates(db, attributeKeys, today)
      return {
        expired: stale.filter(({ valueJson }) => (findValidUntil(parseStoredValue(valueJson)) ?? today) < today),
        disputed: await listDisputesByAttribute(db, attributeKeys),
      }
    },
  }
}
