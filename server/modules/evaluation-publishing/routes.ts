import {
  publicationCalls,
  publishedEvaluationCalls,
  vendorStatementCalls,
} from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as TEXTS } from '#contracts/published-evaluations/messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { METHODS_TOPIC } from '#server/modules/evaluation/service.ts'
import { catalogueTopic } from '#server/modules/products/service.ts'
import { PUBLISHED_TOPIC, type PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { answer, withMessage } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationPublishingService } from './service.ts'

/** The public calls: a product's evaluation, the market maps. */
export const publishedEvaluationRoutes = (
  publishing: EvaluationPublishingService,
  { findNextEnd }: PublishedEvaluationService,
) => {
  const market = {
    dependsOn: [PUBLISHED_TOPIC, METHODS_TOPIC, ...CATALOGUES.map(catalogueTopic)],
    endsAt: findNextEnd,
  }
  return [
    answer(publishedEvaluationCalls.get, ({ params }) => publishing.find(params.catalogue, params.product), {
      dependsOn: ({ params }) => [PUBLISHED_TOPIC, catalogueTopic(params.catalogue)],
      endsAt: findNextEnd,
    }),
    answer(publishedEvaluationCalls.listMaps, () => publishing.listMaps(), market),
    answer(publishedEvaluationCalls.getMap, ({ params }) => publishing.getMap(params.category), market),
    answer(publishedEvaluationCalls.exportMap, async ({ params, query }) =>
      download(await publishing.exportMap(params.category, query.format)),
    ),
  ]
}

/** The calls of vendors, and those of the back office. */
export const publicationRoutes = (publishing: EvaluationPublishingService, published: PublishedEvaluationService) => [
  answer(vendorStatementCalls.listOwn, ({ params, user }) => published.statements.listOwn(params.id, user.id)),
  answer(vendorStatementCalls.create, ({ params, body, actor }) => publishing.submitStatement(params.id, body, actor)),
  answer(publicationCalls.list, ({ query, user }) => published.page(query, user)),
  answer(publicationCalls.listProjects, () => publishing.listProjects()),
  answer(publicationCalls.getReport, ({ params }) => publishing.getReport(params.reportId)),
  answer(publicationCalls.publish, async ({ body, actor }) => {
    const count = await publishing.publish(body, actor)
    return withMessage(TEXTS.published(count), { published: count })
  }),
  answer(publicationCalls.withdraw, ({ params, body, actor }) => published.withdraw(params.id, body.reason, actor)),
  answer(publicationCalls.saveStatement, ({ params, body, actor }) =>
    published.statements.enter(params.id, body.text, actor),
  ),
  answer(publicationCalls.listStatements, ({ query, user }) => published.statements.listPending(query.page, user)),
  answer(publicationCalls.decideStatement, async ({ params, body, actor }) => {
    const statement = await published.statements.decide(params.id, body, actor)
    return withMessage(body.status === 'approved' ? TEXTS.statementApproved : TEXTS.statementRejected, statement)
  }),
]
