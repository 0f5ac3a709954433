/** Implements the tools at `/mcp` with the same services as the site. */
import type { z } from 'zod'
import { ProductListQuerySchema } from '#contracts/products/product.ts'
import { compareProductFacts } from '#contracts/rules/facts/compare-products.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import { getProductUrl, toOpenProduct } from '#server/modules/open-data/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { MCP_TOOLS, McpToolName } from './mcp-tools.ts'

export type McpDependencies = {
  products: ProductService
  facts: FactService
  methods: MethodService
  analysis: EvaluationAnalysisService
  publicUrl: string
}

type Input<Name extends McpToolName> = z.output<(typeof MCP_TOOLS)[Name]['inputSchema']>
/** `address` is the client's IP address. */
export type McpTools = { [Name in McpToolName]: (input: Input<Name>, address: string) => Promise<object> }

/** Creates the tools. Each returns an object, or throws an `AppError`. */
export function createMcpTools({ products, facts, methods, analysis, publicUrl }: McpDependencies): McpTools {
  return {
    async search_products({ catalogue, query: search, category, deployment: type, page, pageSize }) {
      const query = { catalogue, search, category, type, page, pageSize, fields: 'card' }
      const results = await products.list(ProductListQuerySchema.parse(query))
      return {
        products: results.products.map((product) => ({
          id: product.id,
          name: product.name,
          slogan: product.slogan,
          category: product.category,
          price: product.price,
          rating: product.rating,
          memberRating: product.memberRating,
          deploymentTypes: product.deploymentTypes,
          isSample: product.isSample,
          url: getProductUrl(catalogue, product, publicUrl),
        })),
        pagination: results.pagination,
        closestMatch: results.closestMatch,
        droppedWords: results.droppedWords,
      }
    },

    async get_product({ catalogue, product: idOrName }) {
      const { facts: productFacts, factsUpdatedOn, ...product } = await products.getDetail(catalogue, idOrName)
      return { ...toOpenProduct({ catalogue, product, facts: productFacts }, publicUrl), factsUpdatedOn }
    },

    async compare_products({ catalogue, products: ids, differencesOnly }) {
      const compared = await Promise.all(ids.map((id) => products.getDetail(catalogue, id)))
      const rows = compareProductFacts(
        await facts.attributes.list(catalogue),
        compared.map((product) => product.facts),
      )
      return {
        products: compared.map(({ id, name, rating, memberRating }) => ({
          id,
          name,
          rating,
          memberRating,
          url: getProductUrl(catalogue, { id, name }, publicUrl),
        })),
        attributes: rows
          .filter(({ isDifferent }) => isDifferent || !differencesOnly)
          .map(({ attribute: { key, label, group, unit }, facts: productFacts, isDifferent }) => ({
            key,
            label,
            group,
            unit,
            isDifferent,
            values: productFacts.map(
              (fact) =>
                fact && {
                  value: fact.value,
                  isComplete: fact.isComplete,
                  grade: fact.grade,
                  sourceUrl: fact.sourceUrl,
                  readAt: fact.readAt,
                  isStale: fact.isStale,
                  isDisputed: fact.isDisputed,
                },
            ),
          })),
      }
    },

    list_attributes: async ({ catalogue }) => ({ attributes: await facts.attributes.list(catalogue) }),

    get_method: ({ version }) => (version === undefined ? methods.getCurrent() : methods.get(version)),

    analyse_evaluation: (request, address) => analysis.analyze(request, { address }),
  }
}
