/**
 * Matches a whole catalogue with requirements by the bitmaps of its index, and ranks it. Tests compare the result with
 * that of `matchProduct` for each product.
 */
import type { Fact } from '#contracts/facts/fact.ts'
import { isAboutNone } from '#contracts/rules/facts/filter-values.ts'
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
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import { listProductNumbers, listProductsByNumber } from './numbers/store.ts'
import type { ProductRow } from './store.ts'

/** The active products of a status: the first ones in order, and the count of all. */
export type RankedProducts = {
  products: Pick<ProductRow, 'id' | 'name' | 'slogan' | 'description' | 'category'>[]
  count: number
}

type Dependencies = {
  database: Pick<Database, 'read'>
  facts: Pick<FactService, 'attributes' | 'filterValues' | 'listPublic'>
  indexes: CatalogueIndexes
}

/** The active products, partitioned by the result for one requirement. */
type Partition = { met: Bitset; unmet: Bitset; unknown: Bitset }

const ACTIVE_FILTER = { category: '', price: '', type: '', isActive: true } as const

/** A product whose sources disagree on an attribute, with its facts. */
type DisputedProduct = { number: number; facts: readonly Fact[] }

/** The products for which a requirement can't be decided by the stored values of its attribute. */
type Exceptions = {
  /** The products with an expired certificate, and the disputed ones. */
  all: Bitset
  disputed: readonly DisputedProduct[]
}

const NO_EXCEPTIONS: Exceptions = { all: EMPTY_BITSET, disputed: [] }

/** Creates the function that ranks a catalogue by requirements. */
export function createRequirementRanking({ database, facts, indexes }: Dependencies) {
  /** Returns the exceptions by the attributes of the requirements. */
  async function listExceptions(requirements: readonly Requirement[]): Promise<ReadonlyMap<string, Exceptions>> {
    const keys = [...new Set(requirements.map(({ attribute }) => attribute))]
    const { expired, disputed } = await facts.filterValues.listExceptions(keys)
    const ids = [...new Set([...expired, ...disputed].map(({ productId }) => productId))]
    const numbers = await listProductNumbers(database.read, ids)
    const disputedFacts = await facts.listPublic([...new Set(disputed.map(({ productId }) => productId))])
    const toDisputedProduct = (productId: string): DisputedProduct[] => {
      const number = numbers.get(productId)
      return number === undefined ? [] : [{ number, facts: disputedFacts.get(productId)?.facts ?? [] }]
    }
    return new Map(
      keys.map((key) => {
        const entries = [...expired, ...disputed].filter(({ attribute }) => attribute === key)
        const disputedEntries = disputed.filter(({ attribute }) => attribute === key)
        return [
          key,
          {
            all: toBitset(entries.flatMap(({ productId }) => numbers.get(productId) ?? [])),
            disputed: disputedEntries.flatMap(({ productId }) => toDisputedProduct(productId)),
          },
        ]
      }),
    )
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
    const active = index.matchFields(ACTIVE_FILTER)
    const attributes = await facts.attributes.listAll(database.read)
    const exceptions = await listExceptions([...required, ...preferred])
    const match = (requirement: Requirement): Partition => {
      const { attribute } = requirement
      const { isActive, type } = attributes.get(attribute) ?? {}
      if (!isActive) return { met: EMPTY_BITSET, unmet: EMPTY_BITSET, unknown: active }
      return partitionByRequirement(requirement, {
        index,
        active,
        exceptions: exceptions.get(attribute) ?? NO_EXCEPTIONS,
        isList: type === 'choices',
      })
    }
    const ranks = new Int32Array(getCapacity(active))
    const addRank = (bits: Bitset, weight: number) => {
      for (const number of listMembers(bits)) ranks[number] = (ranks[number] ?? 0) + weight
    }
    let failing = EMPTY_BITSET
    let uncertain = EMPTY_BITSET
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

    async function rankFirstProducts(bits: Bitset): Promise<RankedProducts> {
      await yieldToEventLoop()
      const byName = index.byName.filter((number) => hasBit(bits, number))
      const first = orderByValue(byName, (number) => ranks[number] ?? 0).subarray(0, limit)
      return { products: await listProductsByNumber(database.read, [...first]), count: countBits(bits) }
    }
    return {
      matching: await rankFirstProducts(subtract(active, union([failing, uncertain]))),
      uncertain: await rankFirstProducts(subtract(uncertain, failing)),
      failing: await rankFirstProducts(failing),
    }
  }
}

type PartitionContext = {
  index: CatalogueIndex
  active: Bitset
  exceptions: Exceptions
  /** Whether the attribute's facts are lists of choices, which are open unless they are exhaustive. */
  isList: boolean
}

/**
 * Partitions the active products by a requirement for an active attribute. The filter values decide, except for the
 * exceptions: of these, disputed products are matched by their facts, and the others are unknown.
 */
function partitionByRequirement(
  requirement: Requirement,
  { index, active, exceptions, isList }: PartitionContext,
): Partition {
  const { attribute, values } = requirement
  const { withValue, known, withExhaustiveList } = index.matchValues(attribute, values)
  const stated = isList && !isAboutNone(values) ? union([withValue, withExhaustiveList]) : known
  const activeDisputed = exceptions.disputed.filter(({ number }) => hasBit(active, number))
  const results = Map.groupBy(activeDisputed, (product) => matchRequirement(requirement, product.facts))
  const toResultBitset = (result: RequirementResult) =>
    toBitset((results.get(result) ?? []).map(({ number }) => number))
  const metByFacts = toResultBitset('met')
  const unmetByFacts = toResultBitset('unmet')
  const met = union([subtract(intersect(withValue, active), exceptions.all), metByFacts])
  const decided = union([subtract(intersect(stated, active), exceptions.all), metByFacts, unmetByFacts])
  return { met, unmet: subtract(decided, met), unknown: subtract(active, decided) }
}
