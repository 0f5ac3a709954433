import { factCalls } from '#contracts/facts/calls.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ATTRIBUTES_TOPIC, type FactService, getFactsTopic } from '#server/modules/facts/service.ts'
import {
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublishedEvaluationService,
} from '#server/modules/published-evaluations/service.ts'
import { defineRoute, type Versioned } from '#server/platform/http/calls/define-route.ts'
import { getCatalogueTopic, getRatingsTopic, type ProductService } from './service.ts'
import { fromAiRecord, toAiRecord } from './view.ts'

/** Returns the topics on which lists, facets and details of products depend. */
const listCatalogueTopics = (catalogue: Catalogue) => [
  getCatalogueTopic(catalogue),
  getRatingsTopic(catalogue),
  getFactsTopic(catalogue),
  ATTRIBUTES_TOPIC,
  PUBLISHED_EVALUATIONS_TOPIC,
]

/** Public routes of both catalogues. */
export function productRoutes(products: ProductService, { findNextExpiry }: PublishedEvaluationService) {
  // Published evaluations expire, and with them the replies that contain one.
  const dependsOnCatalogue = {
    invalidatedBy: ({ query }: { query: { catalogue: Catalogue } }) => listCatalogueTopics(query.catalogue),
    expiresAt: findNextExpiry,
  }
  return [
    defineRoute(
      productCalls.list,
      async ({ query }) => {
        const { products: items, ...page } = await products.list(query)
        return { items, ...page }
      },
      dependsOnCatalogue,
    ),
    defineRoute(productCalls.listFacets, ({ query }) => products.listFacets(query), dependsOnCatalogue),
    defineRoute(
      productCalls.get,
      ({ params, query }) => products.getDetail(query.catalogue, params.id),
      dependsOnCatalogue,
    ),
  ]
}

/** Public routes for the facts of products. */
export const productFactRoutes = (products: ProductService, facts: FactService) => [
  defineRoute(factCalls.listAttributes, async ({ query }) => [...(await facts.attributes.list(query.catalogue))], {
    invalidatedBy: [ATTRIBUTES_TOPIC],
  }),
  defineRoute(
    factCalls.listChanges,
    async ({ params, query: { catalogue, page, attribute }, user }) => {
      const id = await products.getVisibleId(catalogue, params.id, user)
      return facts.listChanges(id, { page, attribute }, user)
    },
    {
      invalidatedBy: ({ query: { catalogue } }) => [
        getCatalogueTopic(catalogue),
        getFactsTopic(catalogue),
        ATTRIBUTES_TOPIC,
      ],
    },
  ),
]

/**
 * Routes for the product editors: those shared by both catalogues, those of the agent catalogue only, and those for AI
 * product records, which have other field names and are stored in the same rows.
 */
export const productEditingRoutes = (products: ProductService) => [
  defineRoute(catalogueCalls.get, ({ params: { catalogue, id }, user }) => products.editing.get(catalogue, id, user)),
  defineRoute(catalogueCalls.getAuthorship, ({ params: { catalogue, id } }) =>
    products.editing.getAuthorship(catalogue, id),
  ),
  defineRoute(catalogueCalls.listRevisions, ({ params: { catalogue, id }, query }) =>
    products.editing.listRevisions(catalogue, id, query.page),
  ),
  defineRoute(catalogueCalls.getRevision, ({ params: { catalogue, id, revision }, user }) =>
    products.editing.getRevision(catalogue, id, revision, user),
  ),
  defineRoute(catalogueCalls.restoreRevision, ({ params: { catalogue, id, revision }, ifMatch, user }) =>
    products.editing.restoreRevision({ catalogue, idOrName: id, revision }, { actor: user, ifMatch }),
  ),
  defineRoute(catalogueCalls.create, ({ params, body, user }) => products.editing.create(params.catalogue, body, user)),
  defineRoute(catalogueCalls.update, ({ params: { catalogue, id }, body, ifMatch, user }) =>
    products.editing.save({ catalogue, idOrName: id }, body, { actor: user, ifMatch }),
  ),
  defineRoute(catalogueCalls.createAgent, ({ body, user }) => products.editing.create('agent', body, user)),
  defineRoute(catalogueCalls.updateAgent, ({ params, body, ifMatch, user }) =>
    products.editing.save({ catalogue: 'agent', idOrName: params.id }, body, { actor: user, ifMatch }),
  ),
  defineRoute(catalogueCalls.remove, ({ params, user }) => products.editing.remove(params.catalogue, params.id, user)),
  defineRoute(
    catalogueCalls.listAi,
    async ({ user }) => ({
      success: true as const,
      aiProducts: (await products.listForDocument('ai', user)).map(toAiRecord),
    }),
    { invalidatedBy: [getCatalogueTopic('ai')] },
  ),
  defineRoute(catalogueCalls.createAi, ({ body, user }) => products.editing.create('ai', fromAiRecord(body), user), {
    present: toVersionedAiRecord,
  }),
  defineRoute(catalogueCalls.updateAi, async ({ params, body, ifMatch, user }) =>
    toVersionedAiRecord(
      await products.editing.save({ catalogue: 'ai', idOrName: params.id }, fromAiRecord(body), {
        actor: user,
        ifMatch,
      }),
    ),
  ),
]

const toVersionedAiRecord = ({ value, revision }: Versioned<EditorProduct>) => ({ value: toAiRecord(value), revision })
