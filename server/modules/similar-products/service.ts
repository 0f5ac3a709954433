import { ProductListQuerySchema } from '#contracts/products/product.ts'
import { SIMILAR_PRODUCTS, type SimilarProduct } from '#contracts/similar-products/similar-product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, type FactService, getFactsTopic } from '#server/modules/facts/service.ts'
import {
  getCatalogueTopic,
  getRatingsTopic,
  type ProductService,
  summarizeProduct,
} from '#server/modules/products/service.ts'
import { compareFeatures, describeSimilarity, scoreSimilarity } from './similarity.ts'

export type SimilarProductService = ReturnType<typeof createSimilarProductService>

/** The change feed's topics on which similar products depend. */
export const listSimilarProductTopics = (catalogue: Catalogue): readonly string[] => [
  getCatalogueTopic(catalogue),
  getRatingsTopic(catalogue),
  getFactsTopic(catalogue),
  ATTRIBUTES_TOPIC,
]

type Dependencies = {
  products: Pick<ProductService, 'get' | 'list'>
  facts: Pick<FactService, 'listPublic'>
}

/** Creates the service that finds similar products by category and facts. */
export function createSimilarProductService({ products, facts }: Dependencies) {
  return {
    /**
     * Lists the most similar products of the same category. It compares only the category's highest-rated products, so
     * that few facts have to be read in a large catalogue. Throws `invalid` for a blank id, `notFound` for an unknown one.
     */
    async list(catalogue: Catalogue, idOrName: string): Promise<SimilarProduct[]> {
      const { id: ownId, category } = await products.get(catalogue, idOrName)
      if (category === '') return []
      const query = ProductListQuerySchema.parse({
        catalogue,
        category,
        sort: 'rating',
        page: 1,
        pageSize: SIMILAR_PRODUCTS.compared,
        fields: 'card',
      })
      const candidates = (await products.list(query)).products.filter(({ id }) => id !== ownId)
      const factsByProduct = await facts.listPublic([ownId, ...candidates.map(({ id }) => id)])
      const getFacts = (id: string) => factsByProduct.get(id)?.facts ?? []
      return candidates
        .map((product) => ({ product, similarity: compareFeatures(getFacts(ownId), getFacts(product.id)) }))
        .toSorted((a, b) => scoreSimilarity(b.similarity) - scoreSimilarity(a.similarity))
        .slice(0, SIMILAR_PRODUCTS.shown)
        .map(({ product, similarity }) => ({
          id: product.id,
          name: product.name,
          summary: summarizeProduct(product),
          logoUrl: product.logoUrl,
          isSample: product.isSample,
          reason: describeSimilarity(similarity) || `同属${category}`,
        }))
    },
  }
}
