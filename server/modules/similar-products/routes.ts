import { similarProductCalls } from '#contracts/similar-products/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { type SimilarProductService, similarProductChanges } from './service.ts'

export const similarProductRoutes = (similar: SimilarProductService) => [
  answer(similarProductCalls.list, ({ params, query }) => similar.list(query.catalogue, params.id), {
    dependsOn: ({ query }) => similarProductChanges(query.catalogue),
  }),
]
