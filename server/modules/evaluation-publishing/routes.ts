import {
  publicationCalls,
  publishedEvaluationCalls,
  vendorStatementCalls,
} from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { EVALUATION_METHODS_TOPIC } from '#server/modules/evaluation/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import {
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublishedEvaluationService,
} from '#server/modules/published-evaluations/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { EvaluationPublishingService } from './service.ts'

/** The message after a withdrawal, by what became of the mail that announced the publication. */
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
  // Published evaluations expire, and with them the replies that contain one.
  const dependsOnProduct = {
    invalidatedBy: ({ params }: { params: { catalogue: Catalogue } }) => [
      PUBLISHED_EVALUATIONS_TOPIC,
      getCatalogueTopic(params.catalogue),
    ],
    expiresAt: findNextExpiry,
  }
  const dependsOnAllEvaluations = {
    invalidatedBy: [PUBLISHED_EVALUATIONS_TOPIC, EVALUATION_METHODS_TOPIC, ...CATALOGUES.map(getCatalogueTopic)],
    expiresAt: findNextExpiry,
  }
  return [
    defineRoute(
      publishedEvaluationCalls.get,
      ({ params }) => publishing.find(params.catalogue, params.product),
      dependsOnProduct,
    ),
    defineRoute(publishedEvaluationCalls.listMaps, () => publishing.listMaps(), dependsOnAllEvaluations),
    defineRoute(
      publishedEvaluationCalls.getMap,
      ({ params }) => publishing.getMap(params.category),
      dependsOnAllEvaluations,
    ),
    defineRoute(publishedEvaluationCalls.exportMap, async ({ params, query }) =>
      download(await publishing.exportMap(params.category, query.format)),
    ),
  ]
}

/** Routes for vendors, who make statements on evaluations, and for the back office, which publishes them. */
export const publicationRoutes = (
  publishing: EvaluationPublishingService,
  publishedEvaluations: PublishedEvaluationService,
) => [
  defineRoute(vendorStatementCalls.listOwn, ({ params, user }) =>
    publishedEvaluations.statements.listOwn(params.id, user.id),
  ),
  defineRoute(vendorStatementCalls.create, ({ params, body, user }) =>
    publishing.submitStatement(params.id, body, user),
  ),
  defineRoute(publicationCalls.list, ({ query }) => publishedEvaluations.list(query)),
  defineRoute(publicationCalls.listProjects, () => publishing.listProjects()),
  defineRoute(publicationCalls.getReport, ({ params }) => publishing.getReport(params.reportId)),
  defineRoute(publicationCalls.publish, async ({ body, user }) => {
    const count = await publishing.publish(body, user)
    return withMessage(MESSAGES.published(count), { published: count })
  }),
  defineRoute(publicationCalls.withdraw, async ({ params, body, user }) => {
    const mail = await publishedEvaluations.withdraw(params.id, body.reason, user)
    return withMessage(WITHDRAWN_MESSAGES[mail], {})
  }),
  defineRoute(publicationCalls.saveStatement, ({ params, body, user }) =>
    publishedEvaluations.statements.publishByStaff(params.id, body.text, user),
  ),
  defineRoute(publicationCalls.listStatements, ({ query }) => publishedEvaluations.statements.listPending(query.page)),
  defineRoute(
    publicationCalls.decideStatement,
    ({ params, body, user }) => publishedEvaluations.statements.decide(params.id, body, user),
    {
      present: (statement, { body }) =>
        withMessage(body.status === 'approved' ? MESSAGES.statementApproved : MESSAGES.statementRejected, statement),
    },
  ),
]
