import {
  publicationCalls,
  publishedEvaluationCalls,
  vendorStatementCalls,
} from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { EVALUATION_METHODS_TOPIC } from '#server/modules/evaluation/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import {
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublishedEvaluationService,
} from '#server/modules/published-evaluations/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationPublishingService } from './service.ts'

const WITHDRAWN_MESSAGES = {
  none: MESSAGES.withdrawn,
  unsent: MESSAGES.withdrawnWithMail,
  sent: MESSAGES.withdrawnAfterMail,
} as const

/** Public routes: a product's evaluation, and the market maps. */
export const publishedEvaluationRoutes = (
  publishing: EvaluationPublishingService,
  { findNextExpiry }: PublishedEvaluationService,
) => {
  const mapOptions = {
    invalidatedBy: [PUBLISHED_EVALUATIONS_TOPIC, EVALUATION_METHODS_TOPIC, ...CATALOGUES.map(getCatalogueTopic)],
    expiresAt: findNextExpiry,
  }
  return [
    defineRoute(publishedEvaluationCalls.get, ({ params }) => publishing.find(params.catalogue, params.product), {
      invalidatedBy: ({ params }) => [PUBLISHED_EVALUATIONS_TOPIC, getCatalogueTopic(params.catalogue)],
      expiresAt: findNextExpiry,
    }),
    defineRoute(publishedEvaluationCalls.listMaps, () => publishing.listMaps(), mapOptions),
    defineRoute(publishedEvaluationCalls.getMap, ({ params }) => publishing.getMap(params.category), mapOptions),
    defineRoute(publishedEvaluationCalls.exportMap, async ({ params, query }) =>
      download(await publishing.exportMap(params.category, query.format)),
    ),
  ]
}

/** Routes for vendors and for the back office. */
export const publicationRoutes = (
  publishing: EvaluationPublishingService,
  publishedEvaluations: PublishedEvaluationService,
) => [
  defineRoute(vendorStatementCalls.listOwn, ({ params, user }) =>
    publishedEvaluations.statements.listOwn(params.id, user.id),
  ),
  defineRoute(vendorStatementCalls.create, ({ params, body, actor }) =>
    publishing.submitStatement(params.id, body, actor),
  ),
  defineRoute(publicationCalls.list, ({ query, user }) => publishedEvaluations.list(query, user)),
  defineRoute(publicationCalls.listProjects, () => publishing.listProjects()),
  defineRoute(publicationCalls.getReport, ({ params }) => publishing.getReport(params.reportId)),
  defineRoute(publicationCalls.publish, async ({ body, actor }) => {
    const count = await publishing.publish(body, actor)
    return withMessage(MESSAGES.published(count), { published: count })
  }),
  defineRoute(publicationCalls.withdraw, async ({ params, body, actor }) => {
    const mail = await publishedEvaluations.withdraw(params.id, body.reason, actor)
    return withMessage(WITHDRAWN_MESSAGES[mail], {})
  }),
  defineRoute(publicationCalls.saveStatement, ({ params, body, actor }) =>
    publishedEvaluations.statements.publishByStaff(params.id, body.text, actor),
  ),
  defineRoute(publicationCalls.listStatements, ({ query, user }) =>
    publishedEvaluations.statements.listPending(query.page, user),
  ),
  defineRoute(publicationCalls.decideStatement, async ({ params, body, actor }) => {
    const statement = await publishedEvaluations.statements.decide(params.id, body, actor)
    return withMessage(body.status === 'approved' ? MESSAGES.statementApproved : MESSAGES.statementRejected, statement)
  }),
]
