import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { listSimilarProductTopics, type SimilarProductService } from './service.ts'

export const similarProductRoutes = (similar: SimilarProductService) => [
  handle(similarProductCalls.list, ({ params, query }) => similar.list(query.catalogue, params.id), {
    dependsOn: ({ query }) => listSimilarProductTopics(query.catalogue),
  }),
]
