/** Matches every active product of a catalogue with requirements. */
import type { Fact } from '#contracts/facts/fact.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import {
  compareMatches,
  type Match,
  type MatchStatus,
  matchProduct,
  type Requirement,
  type Requirements,
} from '#contracts/rules/shortlists/match-product.ts'
import type { NamedRequirement, ShortlistResult } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { type FilterableAttributes, labelRequirement } from './requirements.ts'

type ListedProduct = Pick<PublicProduct, 'id' | 'name' | 'slogan' | 'category'>
type MatchedProduct = { product: ListedProduct; name: string; match: Match; facts: readonly Fact[] }
/** The products of each status, in their order; at most as many as are listed, and how many there are. */
export type MatchedCatalogue = Record<MatchStatus, { products: MatchedProduct[]; count: number }>

type Dependencies = { products: Pick<ProductService, 'streamActive'>; facts: Pick<FactService, 'listPublic'> }

/** Returns the products of a catalogue by how they meet the requirements; the best of each status. */
export async function matchCatalogue(
  { products, facts }: Dependencies,
  catalogue: Catalogue,
  requirements: Requirements,
): Promise<MatchedCatalogue> {
  const matched: MatchedCatalogue = {
    meets: { products: [], count: 0 },
    may: { products: [], count: 0 },
    fails: { products: [], count: 0 },
  }
  for await (const page of products.streamActive(catalogue)) {
    const known = await facts.listPublic(page.map(({ id }) => id))
    for (const { id, name, slogan, category } of page) {
      const ownFacts = known.get(id)?.facts ?? []
      const match = matchProduct(requirements, ownFacts)
      const list = matched[match.status]
      list.count += 1
      list.products.push({ product: { id, name, slogan, category }, name, match, facts: ownFacts })
    }
    // Only the best are kept while a large catalogue is read.
    for (const list of Object.values(matched))
      list.products = list.products.sort(compareMatches).slice(0, SHORTLIST_LIMITS.listed)
  }
  return matched
}

/** Converts matched products to the result that a caller gets. */
export function toShortlistResult(matched: MatchedCatalogue, attributes: FilterableAttributes): ShortlistResult {
  const name = (requirements: readonly Requirement[]): NamedRequirement[] =>
    requirements.map((requirement) => labelRequirement(requirement, attributes))
  const wants = ({ match }: MatchedProduct) => ({
    wantsMet: name(match.wantsMet),
    wantsUnmet: name(match.wantsUnmet),
    wantsUnknown: name(match.wantsUnknown),
  })
  return {
    meets: matched.meets.products.map((each) => ({ product: each.product, ...wants(each) })),
    may: matched.may.products.map((each) => ({
      product: each.product,
      ...wants(each),
      unknown: name(each.match.unknown),
    })),
    fails: matched.fails.products.map((each) => ({
      product: each.product,
      ...wants(each),
      unknown: name(each.match.unknown),
      because: each.match.unmet.map((requirement) => ({
        ...labelRequirement(requirement, attributes),
        actual: describeActual(requirement, each.facts),
      })),
    })),
    counts: { meets: matched.meets.count, may: matched.may.count, fails: matched.fails.count },
  }
}

const describeActual = ({ attribute }: Requirement, facts: readonly Fact[]): string =>
  facts
    .filter((fact) => fact.attribute === attribute)
    .map((fact) => describeFactValue(fact, fact.value))
    .join('；')
