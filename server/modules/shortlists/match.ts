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
/** The best products of each status in their order, at most `SHORTLIST_LIMITS.listed`, and the count of all. */
export type MatchedCatalogue = Record<MatchStatus, { products: MatchedProduct[]; count: number }>

type Dependencies = { products: Pick<ProductService, 'streamActive'>; facts: Pick<FactService, 'listPublic'> }

/** Groups the active products of a catalogue by how they meet the requirements, best first within each status. */
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
    const publishedFacts = await facts.listPublic(page.map(({ id }) => id))
    for (const { id, name, slogan, category } of page) {
      const productFacts = publishedFacts.get(id)?.facts ?? []
      const match = matchProduct(requirements, productFacts)
      const list = matched[match.status]
      list.count += 1
      list.products.push({ product: { id, name, slogan, category }, name, match, facts: productFacts })
    }
    // Trimmed page by page, so that a large catalogue isn't held in memory.
    for (const list of Object.values(matched))
      list.products = list.products.sort(compareMatches).slice(0, SHORTLIST_LIMITS.listed)
  }
  return matched
}

/** Converts matched products to the result that the API returns. */
export function toShortlistResult(catalogue: MatchedCatalogue, attributes: FilterableAttributes): ShortlistResult {
  const toNamed = (requirements: readonly Requirement[]): NamedRequirement[] =>
    requirements.map((requirement) => labelRequirement(requirement, attributes))
  const toNamedWants = ({ match }: MatchedProduct) => ({
    wantsMet: toNamed(match.wantsMet),
    wantsUnmet: toNamed(match.wantsUnmet),
    wantsUnknown: toNamed(match.wantsUnknown),
  })
  return {
    meets: catalogue.meets.products.map((matched) => ({ product: matched.product, ...toNamedWants(matched) })),
    may: catalogue.may.products.map((matched) => ({
      product: matched.product,
      ...toNamedWants(matched),
      unknown: toNamed(matched.match.unknown),
    })),
    fails: catalogue.fails.products.map((matched) => ({
      product: matched.product,
      ...toNamedWants(matched),
      unknown: toNamed(matched.match.unknown),
      because: matched.match.unmet.map((requirement) => ({
        ...labelRequirement(requirement, attributes),
        actual: describeActual(requirement, matched.facts),
      })),
    })),
    counts: { meets: catalogue.meets.count, may: catalogue.may.count, fails: catalogue.fails.count },
  }
}

const describeActual = ({ attribute }: Requirement, facts: readonly Fact[]): string =>
  facts
    .filter((fact) => fact.attribute === attribute)
    .map((fact) => describeFactValue(fact, fact.value))
    .join('；')
