import { type ProductListQuery, ProductListQuerySchema } from '#contracts/products/product.ts'
import {
  ALTERNATIVES,
  type Alternatives,
  type AlternativesQuery,
  AlternativesQuerySchema,
} from '#contracts/similar-products/alternatives.ts'
import { SIMILAR_PRODUCTS, type SimilarProduct } from '#contracts/similar-products/similar-product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, type FactService, getFactsTopic } from '#server/modules/facts/service.ts'
import {
  getCatalogueTopic,
  getRatingsTopic,
  type ProductService,
  summarizeProduct,
} from '#server/modules/products/service.ts'
import { compareFeatures, describeSimilarity, listDifferences, scoreSimilarity } from './similarity.ts'

export type SimilarProductService = ReturnType<typeof createSimilarProductService>

/** The change feed's topics on which similar products depend. */
export const listSimilarProductTopics = (catalogue: Catalogue): readonly string[] => [
  getCatalogueTopic(catalogue),
  getRatingsTopic(catalogue),
  getFactsTopic(catalogue),
  ATTRIBUTES_TOPIC,
]

type Dependencies = {
  products: Pick<ProductService, 'get' | 'list' | 'listFacets'>
  facts: Pick<FactService, 'listPublic'>
}

/** Creates the service that finds similar products by category and facts. */
export function createSimilarProductService({ products, facts }: Dependencies) {
  /**
   * Compares a product with the highest-rated others of its category that match a filter, the most similar first; few,
   * so that few facts have to be read in a large catalogue.
   */
  async function compareWithCategory(
    own: { id: string; category: string },
    { catalogue, f, verified }: AlternativesQuery,
    compared: number,
  ) {
    const defaults = ProductListQuerySchema.parse({ catalogue, category: own.category, sort: 'rating', fields: 'card' })
    const query: ProductListQuery = { ...defaults, f, verified, page: 1, pageSize: compared }
    const { products: others, pagination } = await products.list(query, { except: own.id })
    const factsByProduct = await facts.listPublic([own.id, ...others.map(({ id }) => id)])
    const getFacts = (id: string) => factsByProduct.get(id)?.facts ?? []
    const comparisons = others
      .map((product) => ({ product, similarity: compareFeatures(getFacts(own.id), getFacts(product.id)) }))
      .toSorted((a, b) => scoreSimilarity(b.similarity) - scoreSimilarity(a.similarity))
    return { comparisons, getFacts, query, total: pagination.totalItems }
  }

  return {
    /** Lists the most similar products of the same category. Throws `invalid` for a blank id, `notFound` for an unknown one. */
    async list(catalogue: Catalogue, idOrName: string): Promise<SimilarProduct[]> {
      const { id, category } = await products.get(catalogue, idOrName)
      if (category === '') return []
      const unfiltered = AlternativesQuerySchema.parse({ catalogue })
      const { comparisons } = await compareWithCategory({ id, category }, unfiltered, SIMILAR_PRODUCTS.compared)
      return comparisons.slice(0, SIMILAR_PRODUCTS.shown).map(({ product, similarity }) => ({
        id: product.id,
        name: product.name,
        summary: summarizeProduct(product),
        logoUrl: product.logoUrl,
        isSample: product.isSample,
        reason: describeSimilarity(similarity) || `同属${category}`,
      }))
    },

    /**
     * Lists the most similar products of the same category that match a filter, with all differences. Throws `invalid`
     * for a blank id or an unknown filter, `notFound` for an unknown product.
     */
    async listAlternatives(idOrName: string, query: AlternativesQuery): Promise<Alternatives> {
      const { id, name, category } = await products.get(query.catalogue, idOrName)
      if (category === '') return { product: { id, name, category }, items: [], total: 0, facets: [] }
      const compared = ALTERNATIVES.compared
      const {
        comparisons,
        getFacts,
        query: filter,
        total,
      } = await compareWithCategory({ id, category }, query, compared)
      return {
        product: { id, name, category },
        items: comparisons.slice(0, ALTERNATIVES.shown).map(({ product }) => ({
          id: product.id,
          name: product.name,
          summary: summarizeProduct(product),
          logoUrl: product.logoUrl,
          isSample: product.isSample,
          differences: listDifferences(getFacts(id), getFacts(product.id)),
        })),
        total,
        facets: await products.listFacets(filter, { except: id }),
      }
    },
  }
}
