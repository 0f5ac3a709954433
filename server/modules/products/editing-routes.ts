/** The calls of the product editors, and the AI product records, which are the same rows (decisions §4). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BODY } from '#contracts/limits.ts'
import { ADMIN_API, API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import {
  AiProductInputSchema,
  AiProductRecordSchema,
  type EditorProduct,
  EditorProductSchema,
  NO_CONTACTS,
  ProductSchema,
} from '#contracts/products/product.ts'
import { success } from '#contracts/replies.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes, RouteTools, TypedApp } from '#server/platform/http/server/routes.ts'
import type { ProductEditing, VersionedProduct } from './editing.ts'
import { catalogueName, type ProductService } from './service.ts'
import { aiRecord, productOfRecord } from './view.ts'

const tags = ['产品管理']
const reads = { access: 'products:read' } as const
const writes = { access: 'products:write' } as const
const saves = { ...writes, failures: ['conflict', 'staleRevision'] } as const
const bodyLimit = BODY.document
const CatalogueParams = z.object({ catalogue: z.enum(CATALOGUES) })
const ProductParams = CatalogueParams.extend({ id: z.string() })
const product = success(EditorProductSchema)

export const productEditingRoutes =
  (service: ProductService): Routes =>
  (app, tools) => {
    products(app, service.editing)
    changes(app, service.editing)
    aiProducts(app, tools, service)
    aiProductChanges(app, service.editing)
  }

/** Whoever may only look sees no contact address. */
const seenBy = (request: FastifyRequest, seen: EditorProduct): EditorProduct =>
  request.user && may(request.user.role, 'products:write') ? seen : { ...seen, ...NO_CONTACTS }

/** A product with its version as the ETag, which a save may send back as `If-Match`. */
function replyWith(reply: FastifyReply, { product: data, version }: VersionedProduct) {
  reply.header('etag', `"${version}"`)
  return { success: true as const, data }
}

function products(app: TypedApp, editing: ProductEditing) {
  app.get(
    ADMIN_API.product,
    {
      config: reads,
      schema: { tags, summary: '读取一个产品，含未上架的', params: ProductParams, response: { 200: product } },
    },
    async (request, reply) => {
      const found = await editing.find(request.params.catalogue, request.params.id)
      return replyWith(reply, { ...found, product: seenBy(request, found.product) })
    },
  )
  app.post(
    ADMIN_API.products,
    {
      config: { ...writes, failures: ['conflict'] },
      bodyLimit,
      schema: { tags, summary: '新建产品', params: CatalogueParams, body: ProductSchema, response: { 200: product } },
    },
    async (request, reply) => ({
      ...replyWith(reply, await editing.create(request.params.catalogue, request.body, actorOf(request))),
      message: PRODUCT_MESSAGES.saved,
    }),
  )
}

function changes(app: TypedApp, editing: ProductEditing) {
  app.put(
    ADMIN_API.product,
    {
      config: saves,
      bodyLimit,
      schema: {
        tags,
        summary: '保存产品',
        description: '整份替换。带 `If-Match: "<版本>"` 时，产品已被他人更新则答复 412，什么也不保存；不带则直接保存。',
        params: ProductParams,
        body: ProductSchema,
        response: { 200: product },
      },
    },
    async (request, reply) => {
      const { catalogue, id: idOrName } = request.params
      const saving = { catalogue, idOrName, ifMatch: request.headers['if-match'], actor: actorOf(request) }
      return { ...replyWith(reply, await editing.save(saving, request.body)), message: PRODUCT_MESSAGES.saved }
    },
  )
  app.delete(
    ADMIN_API.product,
    {
      config: writes,
      schema: { tags, summary: '把产品移入回收站', params: ProductParams, response: { 200: success(z.null()) } },
    },
    async (request) => {
      await editing.remove(request.params.catalogue, request.params.id, actorOf(request))
      return { success: true as const, data: null, message: PRODUCT_MESSAGES.removed }
    },
  )
}

function aiProducts(app: TypedApp, { readsFrom }: RouteTools, service: ProductService) {
  app.get(
    API.aiProducts,
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: '读取78AI产品记录',
        description: '未登录时只有已上架的产品，且不含厂商联系方式与浏览次数。',
        response: { 200: z.object({ success: z.literal(true), aiProducts: z.array(AiProductRecordSchema) }) },
      },
    },
    async (request) => {
      readsFrom(request, catalogueName('ai'))
      const seesAll = request.user && may(request.user.role, 'products:read')
      const seen = seesAll
        ? (await service.listForEditing('ai')).map((one) => seenBy(request, one))
        : await service.listForDocument('ai')
      return { success: true as const, aiProducts: seen.map(aiRecord) }
    },
  )
}

const record = success(AiProductRecordSchema)

function aiProductChanges(app: TypedApp, editing: ProductEditing) {
  app.post(
    API.aiProducts,
    {
      config: { ...writes, failures: ['conflict'] },
      bodyLimit,
      schema: { tags, summary: '新建78AI产品', body: AiProductInputSchema, response: { 200: record } },
    },
    async (request, reply) => {
      const made = await editing.create('ai', productOfRecord(request.body), actorOf(request))
      const { data } = replyWith(reply, made)
      return { success: true as const, data: aiRecord(data), message: PRODUCT_MESSAGES.saved }
    },
  )
  app.put(
    ADMIN_API.aiProduct,
    {
      config: saves,
      bodyLimit,
      schema: {
        tags,
        summary: '保存78AI产品',
        description: '整份替换；同样遵守 `If-Match`。',
        params: z.object({ id: z.string() }),
        body: AiProductInputSchema,
        response: { 200: record },
      },
    },
    async (request, reply) => {
      const of = { catalogue: 'ai' as const, idOrName: request.params.id }
      const saving = { ...of, ifMatch: request.headers['if-match'], actor: actorOf(request) }
      const { data } = replyWith(reply, await editing.save(saving, productOfRecord(request.body)))
      return { success: true as const, data: aiRecord(data), message: PRODUCT_MESSAGES.saved }
    },
  )
}
