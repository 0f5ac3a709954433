import { documentCalls, documentPartCalls, documentSaveCalls, editingCalls } from '#contracts/content/calls.ts'
import { DOCUMENT_KINDS } from '#contracts/vocabulary.ts'
import { catalogueTopic, type ProductService } from '#server/modules/products/service.ts'
import { handle, type Versioned } from '#server/platform/http/calls/handle.ts'
import type { SaveResult } from './save.ts'
import { CATALOGUE_BY_KIND, type ContentService, contentTopic, type PlainKind } from './service.ts'

export const contentRoutes = (content: ContentService, products: ProductService) => {
  const read = async <Kind extends PlainKind>(kind: Kind) => {
    const { document, revision } = await content.read(kind)
    return { value: document, revision }
  }
  const getPart = async <Kind extends PlainKind>(kind: Kind) => (await content.read(kind)).document
  const dependsOnDocument = (kind: PlainKind) => ({ dependsOn: [contentTopic(kind)] })

  return [
    handle(documentCalls.home, () => read('home'), dependsOnDocument('home')),
    handle(documentCalls.community, () => read('community'), dependsOnDocument('community')),
    handle(documentCalls.selection, () => read('selection'), dependsOnDocument('selection')),
    handle(documentCalls.evaluation, () => read('evaluation'), dependsOnDocument('evaluation')),
    handle(documentCalls.submit, () => read('submit'), dependsOnDocument('submit')),
    ...(['products', 'ai'] as const).map((kind) =>
      handle(
        documentCalls[kind],
        async ({ query, user }) => {
          const { document, revision } = await content.readCataloguePage(kind)
          if (query.products === 'none') return { value: document, revision }
          return {
            value: { ...document, products: await products.listForDocument(CATALOGUE_BY_KIND[kind], user) },
            revision,
          }
        },
        { dependsOn: [contentTopic(kind), catalogueTopic(CATALOGUE_BY_KIND[kind])] },
      ),
    ),
    handle(
      documentPartCalls.servicePackages,
      async () => (await getPart('selection')).servicePackages,
      dependsOnDocument('selection'),
    ),
    handle(
      documentPartCalls.successCases,
      async () => (await getPart('selection')).successCases,
      dependsOnDocument('selection'),
    ),
    handle(
      documentPartCalls.productsFilters,
      async () => {
        const { filterOptions, categories, priceRanges } = (await content.readCataloguePage('products')).document
        return { ...filterOptions, categories, priceRanges }
      },
      { dependsOn: [contentTopic('products')] },
    ),
    handle(
      documentPartCalls.evaluationCategories,
      async () => (await getPart('evaluation')).evaluationCategories,
      dependsOnDocument('evaluation'),
    ),
    handle(
      documentPartCalls.evaluationExamples,
      async () => (await getPart('evaluation')).evaluationExamples,
      dependsOnDocument('evaluation'),
    ),
    handle(
      documentPartCalls.evaluationTool,
      async () => (await getPart('evaluation')).evaluationTool,
      dependsOnDocument('evaluation'),
    ),
  ]
}

/** Routes for saving, the history, and other users' open editors. */
export const editingRoutes = (content: ContentService) => [
  ...DOCUMENT_KINDS.map((kind) =>
    handle(documentSaveCalls[kind], async ({ body, actor, ifMatch }) =>
      toVersioned(await content.replace({ kind, raw: body, actor, ifMatch })),
    ),
  ),
  handle(editingCalls.listRevisions, ({ params, query }) => content.listRevisions(params.kind, query.page)),
  handle(editingCalls.getRevision, ({ params, user }) => content.getRevision(params.kind, params.revision, user)),
  handle(editingCalls.restoreRevision, async ({ params, actor, ifMatch }) =>
    toVersioned(await content.restore(params.kind, params.revision, actor, ifMatch)),
  ),
  handle(editingCalls.sendHeartbeat, ({ params, body, actor }) =>
    content.recordPresence(params.kind, body.editor, actor),
  ),
  handle(editingCalls.leave, ({ params, query, actor }) => content.deletePresence(params.kind, query.editor, actor)),
]

const toVersioned = ({ document, revision }: SaveResult): Versioned<Record<string, unknown>> => ({
  value: document,
  revision,
})
