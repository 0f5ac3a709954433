import { z } from 'zod'
import { CataloguePageSchema, CatalogueSchema, FilterOptionsSchema } from '#contracts/documents/catalogue.ts'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { ServicePackageSchema, SuccessCaseSchema } from '#contracts/documents/selection.ts'
import { API, DOCUMENT_PATHS } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { NO_CONTACTS } from '#contracts/products/product.ts'
import { success } from '#contracts/replies.ts'
import { type Catalogue, DOCUMENT_NAMES } from '#contracts/vocabulary.ts'
import { catalogueName, type ProductService } from '#server/modules/products/service.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import type { Routes, RouteTools, TypedApp } from '#server/platform/http/server/routes.ts'
import { editingRoutes } from './editing-routes.ts'
import { CATALOGUE_OF, type ContentService, contentName } from './service.ts'

const PLAIN_KINDS = ['home', 'community', 'selection', 'evaluation', 'submit'] as const
const CATALOGUE_KINDS = ['products', 'ai'] as const
const tags = ['页面内容']

export const contentRoutes =
  (content: ContentService, products: ProductService): Routes =>
  (app, tools) => {
    plainDocuments(app, tools, content)
    catalogueDocuments(app, tools, content, products)
    documentParts(app, tools, content)
    editingRoutes(content)(app, tools)
  }

function plainDocuments(app: TypedApp, { readsFrom }: RouteTools, content: ContentService) {
  for (const kind of PLAIN_KINDS)
    app.get(
      DOCUMENT_PATHS[kind],
      {
        config: { access: 'open' },
        schema: { tags, summary: `读取${DOCUMENT_NAMES[kind]}`, response: { 200: success(DOCUMENT_SCHEMAS[kind]) } },
      },
      async (request, reply) => {
        readsFrom(request, contentName(kind))
        const { document, revision } = await content.read(kind)
        reply.header('etag', `"${revision}"`)
        return { success: true as const, data: document }
      },
    )
}

function catalogueDocuments(
  app: TypedApp,
  { readsFrom }: RouteTools,
  content: ContentService,
  products: ProductService,
) {
  for (const kind of CATALOGUE_KINDS)
    app.get(
      DOCUMENT_PATHS[kind],
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: `读取${DOCUMENT_NAMES[kind]}`,
          description: '`products=none` 时不带产品列表。',
          querystring: z.object({ products: z.enum(['all', 'none']).default('all') }),
          response: { 200: success(z.union([CatalogueSchema, CataloguePageSchema])) },
        },
      },
      async (request, reply) => {
        readsFrom(request, contentName(kind), catalogueName(CATALOGUE_OF[kind]))
        const { document, revision } = await content.readCataloguePage(kind)
        reply.header('etag', `"${revision}"`)
        if (request.query.products === 'none') return { success: true as const, data: document }
        const listed = await listFor(request.user, CATALOGUE_OF[kind], products)
        return { success: true as const, data: { ...document, products: listed } }
      },
    )
}

/** A stranger sees the active products; who edits them sees all, and who may only look at them no contact addresses. */
async function listFor(user: SignedInUser | null, which: Catalogue, products: ProductService) {
  if (!user || !may(user.role, 'content:read')) return products.listForDocument(which)
  const listed = await products.listForEditing(which)
  if (may(user.role, 'content:write')) return listed
  return listed.map((product) => ({ ...product, ...NO_CONTACTS }))
}

/** Parts of documents that the site's callers ask for by themselves (spec 1 §7). */
function documentParts(app: TypedApp, { readsFrom }: RouteTools, content: ContentService) {
  app.get(
    API.servicePackages,
    {
      config: { access: 'open' },
      schema: { tags, summary: '读取选型服务套餐', response: { 200: success(z.array(ServicePackageSchema)) } },
    },
    async (request) => {
      readsFrom(request, contentName('selection'))
      return { success: true as const, data: (await content.read('selection')).document.servicePackages }
    },
  )
  app.get(
    API.successCases,
    {
      config: { access: 'open' },
      schema: { tags, summary: '读取选型成功案例', response: { 200: success(z.array(SuccessCaseSchema)) } },
    },
    async (request) => {
      readsFrom(request, contentName('selection'))
      return { success: true as const, data: (await content.read('selection')).document.successCases }
    },
  )
  app.get(
    API.productsFilters,
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: '读取产品筛选选项',
        response: {
          200: success(
            FilterOptionsSchema.unwrap().extend({
              categories: z.array(z.string()),
              priceRanges: z.array(z.string()),
            }),
          ),
        },
      },
    },
    async (request) => {
      readsFrom(request, contentName('products'))
      const { filterOptions, categories, priceRanges } = (await content.readCataloguePage('products')).document
      return { success: true as const, data: { ...filterOptions, categories, priceRanges } }
    },
  )
  const evaluation = EvaluationSchema.unwrap().shape
  const parts = [
    [API.evaluationCategories, 'evaluationCategories', '读取评估维度'],
    [API.evaluationExamples, 'evaluationExamples', '读取评估示例'],
    [API.evaluationTool, 'evaluationTool', '读取评估工具配置'],
  ] as const
  for (const [path, part, summary] of parts)
    app.get(
      path,
      { config: { access: 'open' }, schema: { tags, summary, response: { 200: success(evaluation[part]) } } },
      async (request) => {
        readsFrom(request, contentName('evaluation'))
        return { success: true as const, data: (await content.read('evaluation')).document[part] }
      },
    )
}
