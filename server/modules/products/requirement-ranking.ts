/**
 * Matches a whole catalogue with requirements by the bitmaps of its index, and ranks it. The result is that of
 * `matchProduct` for each product, with which it is compared in tests.
 */
import type { Fact } from '#contracts/facts/fact.ts'
import {
  type MatchStatus,
  matchRequirement,
  RANK_WEIGHTS,
  type Requirement,
  type RequirementResult,
  type Requirements,
} from '#contracts/rules/shortlists/match-product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import {
  type Bitset,
  type CatalogueIndex,
  countBits,
  EMPTY_BITSET,
  getCapacity,
  hasBit,
  intersect,
  listMembers,
  orderByValue,
  subtract,
  toBitset,
  union,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { findNumbers, listProductsByNumber, type ProductRow } from './store.ts'

/** The active products of a status: the first ones in order, and the count of all. */
export type RankedProducts = { products: Pick<ProductRow, 'id' | 'name' | 'slogan' | 'category'>[]; count: number }

type Dependencies = {
  database: Pick<Database, 'read'>
  facts: Pick<FactService, 'attributes' | 'filterValues' | 'listPublic'>
  indexes: Record<Catalogue, () => Promise<CatalogueIndex>>
}

/** The active products, partitioned by the result for one requirement. */
type Partition = { met: Bitset; unmet: Bitset; unknown: Bitset }

const EVERY_ACTIVE = { category: '', price: '', type: '', isActive: true } as const

/** A product whose sources disagree on an attribute, with its facts. */
type DisputedProduct = { number: number; facts: readonly Fact[] }
/** The products whose filter values of an attribute don't decide whether they meet a requirement for it. */
type Exceptions = {
  /** Those with an expired certificate and the disputed ones. */
  all: Bitset
  disputed: readonly DisputedProduct[]
}

export function createRequirementRanking({ database, facts, indexes }: Dependencies) {
  async function loadExceptions(requirements: readonly Requirement[]): Promise<(attribute: string) => Exceptions> {
    const keys = [...new Set(requirements.map(({ attribute }) => attribute))]
    const { expired, disputed } = await facts.filterValues.listExceptions(keys)
    const ids = [...new Set([...expired, ...disputed].map(({ productId }) => productId))]
    const numbers = await findNumbers(database.read, ids)
    const disputedFacts = await facts.listPublic([...new Set(disputed.map(({ productId }) => productId))])
    return (key) => {
      const entries = [...expired, ...disputed].filter(({ attribute }) => attribute === key)
      return {
        all: toBitset(entries.flatMap(({ productId }) => numbers.get(productId) ?? [])),
        disputed: disputed.flatMap(({ productId, attribute }) => {
          const number = attribute === key ? numbers.get(productId) : undefined
          return number === undefined ? [] : { number, facts: disputedFacts.get(productId)?.facts ?? [] }
        }),
      }
    }
  }

  /** Returns a function that matches the active products with one of the requirements. */
  async function createMatcher(index: CatalogueIndex, active: Bitset, requirements: readonly Requirement[]) {
    const attributes = await facts.attributes.listAll(database.read)
    const getExceptions = await loadExceptions(requirements)
    return (requirement: Requirement): Partition => {
      const { attribute, values } = requirement
      if (!attributes.get(attribute)?.isActive) return { met: EMPTY_BITSET, unmet: EMPTY_BITSET, unknown: active }
      const { withValue, known } = index.matchValues(attribute, values)
      const exceptions = getExceptions(attribute)
      const results = Map.groupBy(
        exceptions.disputed.filter(({ number }) => hasBit(active, number)),
        (product) => matchRequirement(requirement, product.facts),
      )
      const listNumbers = (result: RequirementResult) => (results.get(result) ?? []).map(({ number }) => number)
      const [metByFacts, unmetByFacts] = [toBitset(listNumbers('met')), toBitset(listNumbers('unmet'))]
      const met = union([subtract(intersect(withValue, active), exceptions.all), metByFacts])
      const decided = union([subtract(intersect(known, active), exceptions.all), metByFacts, unmetByFacts])
      return { met, unmet: subtract(decided, met), unknown: subtract(active, decided) }
    }
  }

  /**
   * Lists the active products of a catalogue by how they meet the requirements: for each status the first `limit` ones
   * by rank (`getRank`), then by name, and the count of all.
   */
  return async (
    catalogue: Catalogue,
    { required, preferred }: Requirements,
    limit: number,
  ): Promise<Record<MatchStatus, RankedProducts>> => {
    const index = await indexes[catalogue]()
    const active = index.matchFields(EVERY_ACTIVE)
    const match = await createMatcher(index, active, [...required, ...preferred])
    const ranks = new Int32Array(getCapacity(active))
    const addRank = (bits: Bitset, weight: number) => {
      for (const number of listMembers(bits)) ranks[number] = (ranks[number] ?? 0) + weight
    }
    let [failing, uncertain] = [EMPTY_BITSET, EMPTY_BITSET]
    for (const requirement of required) {
      await yieldToEventLoop()
      const { unmet, unknown } = match(requirement)
      addRank(unmet, RANK_WEIGHTS.requiredUnmet)
      addRank(unknown, RANK_WEIGHTS.requiredUnknown)
      failing = union([failing, unmet])
      uncertain = union([uncertain, unknown])
    }
    for (const requirement of preferred) {
      await yieldToEventLoop()
      const { met, unknown } = match(requirement)
      addRank(met, RANK_WEIGHTS.preferredMet)
      addRank(unknown, RANK_WEIGHTS.preferredUnknown)
    }

    async function listFirst(bits: Bitset): Promise<RankedProducts> {
      await yieldToEventLoop()
      const byName = index.byName.filter((number) => hasBit(bits, number))
      const first = orderByValue(byName, (number) => ranks[number] ?? 0).subarray(0, limit)
      return { products: await listProductsByNumber(database.read, [...first]), count: countBits(bits) }
    }
    return {
      matching: await listFirst(subtract(active, union([failing, uncertain]))),
      uncertain: await listFirst(subtract(uncertain, failing)),
      failing: await listFirst(failing),
    }
  }
}
