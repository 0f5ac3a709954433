import { z } from 'zod'
import { PaginationSchema } from '#contracts/pagination.ts'
import { API } from '#contracts/paths.ts'
import { ProductListQuerySchema, PublicProductSchema } from '#contracts/products/product.ts'
import { success } from '#contracts/replies.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { catalogueName, type ProductService } from './service.ts'

export const productRoutes =
  (products: ProductService): Routes =>
  (app, { readsFrom }) => {
    app.get(
      API.productsList,
      {
        config: { access: 'open' },
        schema: {
          tags: ['产品目录'],
          summary: '按条件列出产品',
          querystring: ProductListQuerySchema,
          response: { 200: success(z.array(PublicProductSchema)).extend({ pagination: PaginationSchema }) },
        },
      },
      async (request) => {
        readsFrom(request, catalogueName(request.query.catalogue))
        const { products: data, pagination } = await products.list(request.query)
        return { success: true as const, data, pagination }
      },
    )

    app.get(
      API.productDetail,
      {
        config: { access: 'open' },
        schema: {
          tags: ['产品目录'],
          summary: '按编号或名称读取一个产品',
          params: z.object({ id: z.string() }),
          querystring: z.object({ catalogue: z.enum(CATALOGUES).default('agent') }),
          response: { 200: success(PublicProductSchema) },
        },
      },
      async (request) => {
        readsFrom(request, catalogueName(request.query.catalogue))
        return { success: true as const, data: await products.find(request.query.catalogue, request.params.id) }
      },
    )
  }
