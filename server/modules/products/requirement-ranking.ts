/**
 * Matches a whole catalogue with requirements by the fact values of its index, and ranks it. Tests compare the result
 * with that of `matchProduct` for each product.
 */
import type { Fact } from '#contracts/facts/fact.ts'
import { EXHAUSTIVE_LIST, isAboutNone } from '#contracts/rules/facts/filter-values.ts'
import {
  isLimit,
  type MatchStatus,
  matchRequirement,
  RANK_WEIGHTS,
  type Requirement,
  type RequirementResult,
  type Requirements,
  type ValueRequirement,
} from '#contracts/rules/shortlists/match-product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import { type CatalogueIndex, type IndexedProduct, toFieldCondition } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import { listProductsByNumber } from './numbers/store.ts'
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

/** Returns the result of a requirement for a product. */
type MatchByRequirement = (product: IndexedProduct) => RequirementResult

/** The products for which a requirement can't be decided by the stored values of its attribute, by id. */
type Exceptions = {
  expired: ReadonlySet<string>
  /** Those whose sources disagree, with their facts. */
  disputed: ReadonlyMap<string, readonly Fact[]>
}

const NO_EXCEPTIONS: Exceptions = { expired: new Set(), disputed: new Map() }
const PRODUCTS_PER_STEP = 200

/** Creates the function that ranks a catalogue by requirements. */
export function createRequirementRanking({ database, facts, indexes }: Dependencies) {
  /** Returns the exceptions by the attributes of the requirements. */
  async function listExceptions(requirements: readonly Requirement[]): Promise<ReadonlyMap<string, Exceptions>> {
    const keys = [...new Set(requirements.map(({ attribute }) => attribute))]
    const { expired, disputed } = await facts.filterValues.listExceptions(keys)
    const disputedFacts = await facts.listPublic([...new Set(disputed.map(({ productId }) => productId))])
    const listIds = (entries: typeof expired, key: string) =>
      entries.filter(({ attribute }) => attribute === key).map(({ productId }) => productId)
    return new Map(
      keys.map((key) => [
        key,
        {
          expired: new Set(listIds(expired, key)),
          disputed: new Map(listIds(disputed, key).map((id) => [id, disputedFacts.get(id)?.facts ?? []])),
        },
      ]),
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
    const attributes = await facts.attributes.listAll(database.read)
    const exceptions = await listExceptions([...required, ...preferred])
    const createMatch = async (requirement: Requirement): Promise<MatchByRequirement> => {
      const { attribute: key, grade } = requirement
      const { isActive, type, unit = '' } = attributes.get(key) ?? {}
      if (!isActive || !type) return () => 'unknown'
      if (isLimit(requirement)) {
        const prices = await facts.filterValues.listPrices({ key, type, unit })
        return ({ id }) => matchRequirement(requirement, prices.get(id) ?? [])
      }
      return createMatchByValues(requirement, {
        index,
        exceptions: exceptions.get(requirement.attribute) ?? NO_EXCEPTIONS,
        isList: type === 'choices',
        strongValues: grade && (await facts.filterValues.listByGrade({ key, type }, grade)),
      })
    }
    const matchRequired = await Promise.all(required.map(createMatch))
    const matchPreferred = await Promise.all(preferred.map(createMatch))
    const ranked: Record<MatchStatus, { number: number; rank: number }[]> = { matching: [], uncertain: [], failing: [] }
    for (const [position, product] of index.listInOrder('name', 'asc').entries()) {
      if (position % PRODUCTS_PER_STEP === 0) await yieldToEventLoop()
      if (!isActiveProduct(product)) continue
      const requiredResults = matchRequired.map((match) => match(product))
      const preferredResults = matchPreferred.map((match) => match(product))
      ranked[getStatus(requiredResults)].push({
        number: product.number,
        rank: computeRank(requiredResults, preferredResults),
      })
    }

    async function readFirst(status: MatchStatus): Promise<RankedProducts> {
      const first = ranked[status].toSorted((a, b) => a.rank - b.rank).slice(0, limit)
      const numbers = first.map(({ number }) => number)
      return { products: await listProductsByNumber(database.read, numbers), count: ranked[status].length }
    }
    return {
      matching: await readFirst('matching'),
      uncertain: await readFirst('uncertain'),
      failing: await readFirst('failing'),
    }
  }
}

const isActiveProduct = toFieldCondition({ category: '', price: '', type: '', isActive: true })

function getStatus(required: readonly RequirementResult[]): MatchStatus {
  if (required.includes('unmet')) return 'failing'
  return required.includes('unknown') ? 'uncertain' : 'matching'
}

const REQUIRED_WEIGHTS = { met: 0, unmet: RANK_WEIGHTS.requiredUnmet, unknown: RANK_WEIGHTS.requiredUnknown }
const PREFERRED_WEIGHTS = { met: RANK_WEIGHTS.preferredMet, unmet: 0, unknown: RANK_WEIGHTS.preferredUnknown }

const computeRank = (required: readonly RequirementResult[], preferred: readonly RequirementResult[]): number =>
  required.reduce((sum, result) => sum + REQUIRED_WEIGHTS[result], 0) +
  preferred.reduce((sum, result) => sum + PREFERRED_WEIGHTS[result], 0)

type MatchContext = {
  index: CatalogueIndex
  exceptions: Exceptions
  /** Whether the attribute's facts are lists of choices, which are open unless they are exhaustive. */
  isList: boolean
  /** The values that facts of the required grade state, by product id; `undefined` if every grade will do. */
  strongValues: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

/**
 * Creates the match by a requirement for an active attribute. The filter values decide, except for the exceptions: of
 * these, disputed products are matched by their facts, and the others are unknown.
 */
function createMatchByValues(
  requirement: ValueRequirement,
  { index, exceptions, isList, strongValues }: MatchContext,
): MatchByRequirement {
  const { attribute, values } = requirement
  const toNumbers = (listed: readonly string[]) => index.findValueNumbers(listed.map((value) => ({ attribute, value })))
  const metBy = toNumbers(values)
  const deciding = isList && !isAboutNone(values) ? toNumbers([EXHAUSTIVE_LIST]) : index.listValueNumbers(attribute)
  const isStrong = (id: string) => !strongValues || values.some((value) => strongValues.get(id)?.has(value))
  return ({ id, values: productValues }) => {
    const disputedFacts = exceptions.disputed.get(id)
    if (disputedFacts) return matchRequirement(requirement, disputedFacts)
    if (exceptions.expired.has(id)) return 'unknown'
    if (productValues.some((value) => metBy.has(value))) return isStrong(id) ? 'met' : 'unknown'
    return productValues.some((value) => deciding.has(value)) ? 'unmet' : 'unknown'
  }
}
