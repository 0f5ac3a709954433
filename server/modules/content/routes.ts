import { documentCalls, documentPartCalls, documentSaveCalls, editingCalls } from '#contracts/content/calls.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { NO_CONTACTS } from '#contracts/products/product.ts'
import { type Catalogue, DOCUMENT_KINDS } from '#contracts/vocabulary.ts'
import { catalogueTopic, type ProductService } from '#server/modules/products/service.ts'
import { answer, type Versioned } from '#server/platform/http/calls/answer.ts'
import type { SaveResult } from './save.ts'
import { CATALOGUE_OF, type ContentService, contentTopic, type PlainKind } from './service.ts'

export const contentRoutes = (content: ContentService, products: ProductService) => {
  const read = async <Kind extends PlainKind>(kind: Kind) => {
    const { document, revision } = await content.read(kind)
    return { value: document, revision }
  }
  const getPart = async <Kind extends PlainKind>(kind: Kind) => (await content.read(kind)).document
  const dependOnDocument = (kind: PlainKind) => ({ dependsOn: [contentTopic(kind)] })

  return [
    answer(documentCalls.home, () => read('home'), dependOnDocument('home')),
    answer(documentCalls.community, () => read('community'), dependOnDocument('community')),
    answer(documentCalls.selection, () => read('selection'), dependOnDocument('selection')),
    answer(documentCalls.evaluation, () => read('evaluation'), dependOnDocument('evaluation')),
    answer(documentCalls.submit, () => read('submit'), dependOnDocument('submit')),
    ...(['products', 'ai'] as const).map((kind) =>
      answer(
        documentCalls[kind],
        async ({ query, user }) => {
          const { document, revision } = await content.readCataloguePage(kind)
          if (query.products === 'none') return { value: document, revision }
          return {
            value: { ...document, products: await listProductsFor(user, CATALOGUE_OF[kind], products) },
            revision,
          }
        },
        { dependsOn: [contentTopic(kind), catalogueTopic(CATALOGUE_OF[kind])] },
      ),
    ),
    answer(
      documentPartCalls.servicePackages,
      async () => (await getPart('selection')).servicePackages,
      dependOnDocument('selection'),
    ),
    answer(
      documentPartCalls.successCases,
      async () => (await getPart('selection')).successCases,
      dependOnDocument('selection'),
    ),
    answer(
      documentPartCalls.productsFilters,
      async () => {
        const { filterOptions, categories, priceRanges } = (await content.readCataloguePage('products')).document
        return { ...filterOptions, categories, priceRanges }
      },
      { dependsOn: [contentTopic('products')] },
    ),
    answer(
      documentPartCalls.evaluationCategories,
      async () => (await getPart('evaluation')).evaluationCategories,
      dependOnDocument('evaluation'),
    ),
    answer(
      documentPartCalls.evaluationExamples,
      async () => (await getPart('evaluation')).evaluationExamples,
      dependOnDocument('evaluation'),
    ),
    answer(
      documentPartCalls.evaluationTool,
      async () => (await getPart('evaluation')).evaluationTool,
      dependOnDocument('evaluation'),
    ),
  ]
}

/** Saving, the history, and who else has an editor open. */
export const editingRoutes = (content: ContentService) => [
  ...DOCUMENT_KINDS.map((kind) =>
    answer(documentSaveCalls[kind], async ({ body, actor, ifMatch }) =>
      toVersioned(await content.replace({ kind, raw: body, actor, ifMatch })),
    ),
  ),
  answer(editingCalls.listRevisions, ({ params, query }) => content.listRevisions(params.kind, query.page)),
  answer(editingCalls.getRevision, ({ params, user }) => content.getRevision(params.kind, params.revision, user)),
  answer(editingCalls.restoreRevision, async ({ params, actor, ifMatch }) =>
    toVersioned(await content.restore(params.kind, params.revision, actor, ifMatch)),
  ),
  answer(editingCalls.beat, ({ params, body, actor }) => content.recordPresence(params.kind, body.editor, actor)),
  answer(editingCalls.leave, ({ params, query, actor }) => content.deletePresence(params.kind, query.editor, actor)),
]

const toVersioned = ({ document, revision }: SaveResult): Versioned<Record<string, unknown>> => ({
  value: document,
  revision,
})

/** Lists products for a viewer: visitors see active ones, editors all, and who may only read no contact addresses. */
async function listProductsFor(viewer: Viewer | null, catalogue: Catalogue, products: ProductService) {
  if (!can(viewer, 'content:read')) return products.listForDocument(catalogue)
  const allProducts = await products.listForEditing(catalogue)
  return can(viewer, 'content:write') ? allProducts : allProducts.map((product) => ({ ...product, ...NO_CONTACTS }))
}
