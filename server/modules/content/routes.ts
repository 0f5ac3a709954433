import { documentCalls, documentPartCalls, documentSaveCalls, editingCalls } from '#contracts/content/calls.ts'
import { DOCUMENT_KINDS } from '#contracts/vocabulary.ts'
import { EVALUATION_METHODS_TOPIC, type MethodService } from '#server/modules/evaluation/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import { defineRoute, type Versioned } from '#server/platform/http/calls/define-route.ts'
import {
  CATALOGUE_BY_KIND,
  type ContentService,
  FEATURED_RATINGS_TOPICS,
  getContentTopic,
  type PlainKind,
} from './service.ts'

/** Public routes of the whole content documents, and of some of their parts. */
export const contentRoutes = (content: ContentService, methods: MethodService) => {
  const getVersioned = async <Kind extends PlainKind>(kind: Kind) => toVersioned(await content.get(kind))
  const getDocument = async <Kind extends PlainKind>(kind: Kind) => (await content.get(kind)).document
  const dependsOnMethod = { invalidatedBy: [getContentTopic('evaluation'), EVALUATION_METHODS_TOPIC] }
  const dependsOnDocument = (kind: PlainKind) => ({ invalidatedBy: [getContentTopic(kind)] })

  return [
    defineRoute(documentCalls.home, () => getVersioned('home'), dependsOnDocument('home')),
    defineRoute(documentCalls.community, () => getVersioned('community'), dependsOnDocument('community')),
    defineRoute(documentCalls.selection, () => getVersioned('selection'), dependsOnDocument('selection')),
    defineRoute(
      documentCalls.evaluation,
      async ({ user }) => toVersioned(await methods.getPublicDocument(user)),
      dependsOnMethod,
    ),
    defineRoute(documentCalls.submit, () => getVersioned('submit'), dependsOnDocument('submit')),
    ...(['products', 'ai'] as const).map((kind) =>
      defineRoute(
        documentCalls[kind],
        async ({ query, user }) =>
          query.products === 'none'
            ? toVersioned(await content.getCataloguePageWithAllCategories(kind))
            : toVersioned(await content.getCatalogue(kind, user)),
        { invalidatedBy: [getContentTopic(kind), getCatalogueTopic(CATALOGUE_BY_KIND[kind])] },
      ),
    ),
    defineRoute(documentPartCalls.listFeaturedRatings, () => content.listFeaturedRatings(), {
      invalidatedBy: FEATURED_RATINGS_TOPICS,
    }),
    defineRoute(
      documentPartCalls.listServicePackages,
      async () => (await getDocument('selection')).servicePackages,
      dependsOnDocument('selection'),
    ),
    defineRoute(
      documentPartCalls.listSuccessCases,
      async () => (await getDocument('selection')).successCases,
      dependsOnDocument('selection'),
    ),
    defineRoute(documentPartCalls.getProductFilters, () => content.getProductFilters(), {
      invalidatedBy: [getContentTopic('products'), getCatalogueTopic('agent')],
    }),
    defineRoute(
      documentPartCalls.listEvaluationCategories,
      async () => (await getDocument('evaluation')).evaluationCategories,
      dependsOnDocument('evaluation'),
    ),
    defineRoute(
      documentPartCalls.listEvaluationExamples,
      async () => (await getDocument('evaluation')).evaluationExamples,
      dependsOnDocument('evaluation'),
    ),
    defineRoute(
      documentPartCalls.getEvaluationTool,
      async ({ user }) => (await methods.getPublicDocument(user)).document.evaluationTool,
      dependsOnMethod,
    ),
  ]
}

/** Routes for saving, the history, and other users' open editors. */
export const editingRoutes = (content: ContentService) => [
  ...DOCUMENT_KINDS.map((kind) =>
    defineRoute(documentSaveCalls[kind], async ({ body, query, user, ifMatch }) =>
      toVersioned(await content.save(kind, body, { actor: user, ifMatch, isConfirmed: query.confirmed })),
    ),
  ),
  defineRoute(editingCalls.listRevisions, ({ params, query }) => content.listRevisions(params.kind, query.page)),
  defineRoute(editingCalls.getRevision, ({ params, user }) => content.getRevision(params.kind, params.revision, user)),
  defineRoute(editingCalls.getAuthorship, ({ params }) => content.getAuthorship(params.kind)),
  defineRoute(editingCalls.restoreRevision, async ({ params, query, user, ifMatch }) =>
    toVersioned(
      await content.restore(params.kind, params.revision, { actor: user, ifMatch, isConfirmed: query.confirmed }),
    ),
  ),
  defineRoute(editingCalls.sendHeartbeat, ({ params, body, user }) =>
    content.recordPresence(params.kind, body.editor, user),
  ),
  defineRoute(editingCalls.leave, ({ params, query, user }) => content.deletePresence(params.kind, query.editor, user)),
]

const toVersioned = <Value>({ document, revision }: { document: Value; revision: number }): Versioned<Value> => ({
  value: document,
  revision,
})
