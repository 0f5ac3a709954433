import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { listSimilarProductTopics, type SimilarProductService } from './service.ts'

/** Public routes of the products that are similar to one. */
export const similarProductRoutes = (similar: SimilarProductService) => [
  defineRoute(similarProductCalls.list, ({ params, query }) => similar.list(query.catalogue, params.id), {
    invalidatedBy: ({ query }) => listSimilarProductTopics(query.catalogue),
  }),
  defineRoute(similarProductCalls.listAlternatives, ({ params, query }) => similar.listAlternatives(params.id, query), {
    invalidatedBy: ({ query }) => listSimilarProductTopics(query.catalogue),
  }),
]
