/** Work on many products of a catalogue: the list, acts on a selection, the recycle bin, import and export. */
import { z } from 'zod'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { PaginationSchema } from '#contracts/pagination.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { RecycledProductSchema } from '#contracts/products/product.ts'
import {
  CatalogueParamsSchema,
  ImportPlanSchema,
  ProductBulkResultSchema,
  ProductBulkSchema,
  ProductExportQuerySchema,
  ProductFacetsSchema,
  ProductImportFieldsSchema,
  ProductTableQuerySchema,
  ProductTableRowSchema,
} from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { success } from '#contracts/replies.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { checkedFields } from '#server/platform/http/bodies/checked-fields.ts'
import { readUpload } from '#server/platform/http/bodies/read-upload.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import { sendDownload } from '#server/platform/http/replies/send-download.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { ProductService } from '../service.ts'
import type { ProductTableService } from './service.ts'

const tags = ['产品管理']
const params = CatalogueParamsSchema
const MB = 1024 * 1024
const FILE = { maxBytes: TABLE.bytes, tooLarge: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

export const productTableRoutes =
  (tables: ProductTableService, products: ProductService): Routes =>
  (app) => {
    lists(app, products)
    acts(app, tables, products)
    files(app, tables)
  }

function lists(app: TypedApp, products: ProductService) {
  app.get(
    ADMIN_API.products,
    {
      config: { access: 'products:read' },
      schema: {
        tags,
        summary: '列出目录中的产品，含未上架的',
        description: '`facets` 说明整个目录：已上架、未上架的数量，以及在用的类别。',
        params,
        querystring: ProductTableQuerySchema,
        response: {
          200: success(z.array(ProductTableRowSchema)).extend({
            pagination: PaginationSchema,
            facets: ProductFacetsSchema,
          }),
        },
      },
    },
    async (request) => {
      const { rows, pagination, facets } = await products.table.page(request.params.catalogue, request.query)
      return { success: true as const, data: rows, pagination, facets }
    },
  )
  app.get(
    ADMIN_API.productsRecycled,
    {
      config: { access: 'products:read' },
      schema: {
        tags,
        summary: '列出回收站中的产品',
        params,
        response: { 200: success(z.array(RecycledProductSchema)) },
      },
    },
    async (request) => ({ success: true as const, data: await products.listRecycled(request.params.catalogue) }),
  )
}

function acts(app: TypedApp, tables: ProductTableService, products: ProductService) {
  app.post(
    ADMIN_API.productsBulk,
    {
      config: { access: 'products:write' },
      schema: {
        tags,
        summary: '批量上架、下架、更改类别或移入回收站',
        description: '一次最多500个产品，在同一个事务中完成；无需改动的产品在 `skipped` 中列出原因。',
        params,
        body: ProductBulkSchema,
        response: { 200: success(ProductBulkResultSchema) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await products.bulk(request.params.catalogue, request.body, actorOf(request)),
    }),
  )
  app.post(
    ADMIN_API.productRestore,
    {
      config: { access: 'products:write', failures: ['conflict'] },
      schema: {
        tags,
        summary: '从回收站恢复产品',
        params: params.extend({ id: z.string() }),
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const { catalogue: of, id } = request.params
      await tables.restore(of, id, actorOf(request))
      return { success: true as const, data: null, message: PRODUCT_TABLE_MESSAGES.restored }
    },
  )
}

function files(app: TypedApp, tables: ProductTableService) {
  app.get(
    ADMIN_API.productsExport,
    {
      config: { access: 'products:read', perMinute: 60 },
      schema: {
        tags,
        summary: '导出产品',
        description: 'CSV（UTF-8，带BOM）、Excel工作簿或JSON；可按列表的条件筛选。只能查看的人得不到联系邮箱。',
        params,
        querystring: ProductExportQuerySchema,
        produces: ['application/octet-stream'],
      },
    },
    async (request, reply) => {
      const seesContacts = may(callerOf(request).role, 'products:write')
      const { catalogue: of } = request.params
      const { file, name } = await tables.export(of, request.query, seesContacts, actorOf(request))
      return sendDownload(reply, file, name)
    },
  )
  app.post(
    ADMIN_API.productsImport,
    {
      config: {
        access: 'products:write',
        perMinute: 60,
        failures: ['invalid', 'conflict', 'tooLarge', 'unsupportedType'],
      },
      schema: {
        tags,
        summary: '导入产品，或试运行一次导入',
        description:
          '字段 file（CSV、XLSX 或 JSON），以及 mode（`dry-run` 只说明每一行会怎样，`apply` 才导入）、known（已有产品：`update` 更新，' +
          '`skip` 跳过）；导入时还要带上试运行答复的 fingerprint，文件或目录此后有变动则答复 409。',
        params,
        consumes: ['multipart/form-data'],
        response: { 200: success(ImportPlanSchema) },
      },
    },
    async (request) => {
      const { bytes, name, fields } = await readUpload(request, 'file', FILE)
      const checked = checkedFields(ProductImportFieldsSchema, fields)
      const sent = { ...checked, bytes, name: cleanFileName(name) }
      return { success: true as const, data: await tables.import(request.params.catalogue, sent, actorOf(request)) }
    },
  )
}
