import { factCalls } from '#contracts/facts/calls.ts'
import { can } from '#contracts/permissions.ts'
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
const listCatalogueTopics = ({ catalogue }: { catalogue: Catalogue }) => [
  getCatalogueTopic(catalogue),
  getRatingsTopic(catalogue),
  getFactsTopic(catalogue),
  ATTRIBUTES_TOPIC,
  PUBLISHED_EVALUATIONS_TOPIC,
]

/** Public routes of both catalogues. */
export const productRoutes = (products: ProductService, publishedEvaluations: PublishedEvaluationService) => [
  defineRoute(
    productCalls.list,
    async ({ query }) => {
      const { products: items, pagination } = await products.list(query)
      return { items, pagination }
    },
    {
      invalidatedBy: ({ query }) => listCatalogueTopics(query),
      expiresAt: publishedEvaluations.findNextExpiry,
    },
  ),
  defineRoute(productCalls.listFacets, ({ query }) => products.listFacets(query), {
    invalidatedBy: ({ query }) => listCatalogueTopics(query),
    expiresAt: publishedEvaluations.findNextExpiry,
  }),
  defineRoute(productCalls.get, ({ params, query }) => products.getDetail(query.catalogue, params.id), {
    invalidatedBy: ({ query }) => listCatalogueTopics(query),
    expiresAt: publishedEvaluations.findNextExpiry,
  }),
]

/** Public routes for the facts of products. */
export const productFactRoutes = (products: ProductService, facts: FactService) => [
  defineRoute(factCalls.listAttributes, async ({ query }) => [...(await facts.attributes.list(query.catalogue))], {
    invalidatedBy: [ATTRIBUTES_TOPIC],
  }),
  defineRoute(
    factCalls.listChanges,
    async ({ params, query: { catalogue, page, attribute }, user }) => {
      const { id } = can(user, 'products:read')
        ? (await products.editing.get(catalogue, params.id, user)).value
        : await products.get(catalogue, params.id)
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
 * product records, which are stored in the same rows.
 */
export const productEditingRoutes = (products: ProductService) => [
  defineRoute(catalogueCalls.get, ({ params: { catalogue, id }, user }) => products.editing.get(catalogue, id, user)),
  defineRoute(catalogueCalls.create, ({ params, body, actor }) =>
    products.editing.create(params.catalogue, body, actor),
  ),
  defineRoute(catalogueCalls.update, ({ params: { catalogue, id }, body, ifMatch, actor }) =>
    products.editing.save({ catalogue, idOrName: id, ifMatch, actor }, body),
  ),
  defineRoute(catalogueCalls.createAgent, ({ body, actor }) => products.editing.create('agent', body, actor)),
  defineRoute(catalogueCalls.updateAgent, ({ params, body, ifMatch, actor }) =>
    products.editing.save({ catalogue: 'agent', idOrName: params.id, ifMatch, actor }, body),
  ),
  defineRoute(catalogueCalls.remove, ({ params, actor }) =>
    products.editing.remove(params.catalogue, params.id, actor),
  ),
  defineRoute(
    catalogueCalls.listAi,
    async ({ user }) => ({
      success: true as const,
      aiProducts: (await products.listForDocument('ai', user)).map(toAiRecord),
    }),
    { invalidatedBy: [getCatalogueTopic('ai')] },
  ),
  defineRoute(catalogueCalls.createAi, async ({ body, actor }) =>
    toVersionedAiRecord(await products.editing.create('ai', fromAiRecord(body), actor)),
  ),
  defineRoute(catalogueCalls.updateAi, async ({ params, body, ifMatch, actor }) =>
    toVersionedAiRecord(
      await products.editing.save({ catalogue: 'ai', idOrName: params.id, ifMatch, actor }, fromAiRecord(body)),
    ),
  ),
]

const toVersionedAiRecord = ({ value, revision }: Versioned<EditorProduct>) => ({ value: toAiRecord(value), revision })
