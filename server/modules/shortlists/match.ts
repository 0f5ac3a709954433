/** Matches a catalogue's products and a shortlist's candidates with requirements. */
import type { Fact } from '#contracts/facts/fact.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import {
  type Match,
  type MatchStatus,
  matchProduct,
  type Requirements,
} from '#contracts/rules/shortlists/match-product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ProductService, RankedProducts } from '#server/modules/products/service.ts'
import { summarizeProduct } from '#server/modules/products/service.ts'
import type { ShortlistContents, StoredCandidate } from './stored-shortlist.ts'

type ListedProduct = Pick<PublicProduct, 'id' | 'name' | 'category'> & { summary: string }
type SummarizedProduct = Pick<PublicProduct, 'id' | 'name' | 'slogan' | 'description' | 'category'>
export type MatchedProduct = {
  product: ListedProduct
  match: Match
  facts: readonly Fact[]
  factsUpdatedOn: string | null
}
/** The best products of each status, at most `SHORTLIST_LIMITS.listed`, and the number of all products with it. */
export type MatchedCatalogue = Record<MatchStatus, { products: MatchedProduct[]; count: number }>

/** A shortlist's matches. Candidates are in the order of their addition; `unlisted` have left the catalogue. */
export type MatchedShortlist = {
  hasRequirements: boolean
  result: MatchedCatalogue
  candidates: MatchedProduct[]
  unlisted: StoredCandidate[]
}

type Dependencies = {
  products: Pick<ProductService, 'rankByRequirements' | 'listActive'>
  facts: Pick<FactService, 'listPublic'>
}

/** Matches a shortlist. Without requirements its result is empty, as every product would meet them. */
export async function matchShortlist(
  dependencies: Dependencies,
  { catalogue, candidates, ...requirements }: ShortlistContents,
): Promise<MatchedShortlist> {
  const ids = candidates.map(({ id }) => id)
  const matched = await matchProducts(
    dependencies,
    await dependencies.products.listActive(catalogue, ids),
    requirements,
  )
  const listedIds = new Set(matched.map(({ product }) => product.id))
  const hasRequirements = requirements.required.length + requirements.preferred.length > 0
  return {
    hasRequirements,
    result: hasRequirements ? await matchCatalogue(dependencies, catalogue, requirements) : createEmptyResult(),
    candidates: matched,
    unlisted: candidates.filter(({ id }) => !listedIds.has(id)),
  }
}

/** Groups the active products of a catalogue by how they meet the requirements, best first within each status. */
export async function matchCatalogue(
  dependencies: Dependencies,
  catalogue: Catalogue,
  requirements: Requirements,
): Promise<MatchedCatalogue> {
  const ranked = await dependencies.products.rankByRequirements(catalogue, requirements, SHORTLIST_LIMITS.listed)
  const matchRanked = async ({ products, count }: RankedProducts) => ({
    products: await matchProducts(dependencies, products, requirements),
    count,
  })
  return {
    matching: await matchRanked(ranked.matching),
    uncertain: await matchRanked(ranked.uncertain),
    failing: await matchRanked(ranked.failing),
  }
}

async function matchProducts(
  { facts }: Dependencies,
  products: readonly SummarizedProduct[],
  requirements: Requirements,
): Promise<MatchedProduct[]> {
  const publicFacts = await facts.listPublic(products.map(({ id }) => id))
  return products.map((product) => {
    const { id, name, category } = product
    const { facts = [], factsUpdatedOn = null } = publicFacts.get(id) ?? {}
    const match = matchProduct(requirements, facts)
    return { product: { id, name, summary: summarizeProduct(product), category }, match, facts, factsUpdatedOn }
  })
}

const createEmptyResult = (): MatchedCatalogue => ({
  matching: { products: [], count: 0 },
  uncertain: { products: [], count: 0 },
  failing: { products: [], count: 0 },
})
