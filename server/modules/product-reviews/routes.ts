/** Reviews of products as the back office moderates them. */
import { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { PaginationSchema } from '#contracts/pagination.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { REVIEW_MESSAGES } from '#contracts/product-reviews/messages.ts'
import {
  ReviewChangeSchema,
  ReviewCountsSchema,
  ReviewQuerySchema,
  ReviewRecordSchema,
} from '#contracts/product-reviews/product-review.ts'
import { success } from '#contracts/replies.ts'
import { storedText } from '#contracts/stored-text.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { ProductReviewService } from './service.ts'

const tags = ['产品评价']
const params = z.object({ id: storedText().max(TEXT.line) })

export const productReviewRoutes =
  (productReviews: ProductReviewService): Routes =>
  (app) => {
    app.get(
      ADMIN_API.reviews,
      {
        config: { access: 'reviews:read' },
        schema: {
          ...{ tags, summary: '列出产品评价', querystring: ReviewQuerySchema },
          description:
            '两个目录的全部评价，含已隐藏的与未上架产品的，新的在前。`counts` 为其余筛选条件下各状态的数量。',
          response: {
            200: success(z.array(ReviewRecordSchema)).extend({
              pagination: PaginationSchema,
              counts: ReviewCountsSchema,
            }),
          },
        },
      },
      async (request) => {
        const { reviews: data, ...rest } = await productReviews.list(request.query)
        return { success: true as const, data, ...rest }
      },
    )
    app.patch(
      ADMIN_API.review,
      {
        config: { access: 'reviews:write' },
        schema: {
          ...{ tags, summary: '隐藏评价或恢复显示', params, body: ReviewChangeSchema },
          description: '已隐藏的评价不出现在公开页面与公开接口中，保存、导入产品或恢复历史版本都不会使它重新显示。',
          response: { 200: success(ReviewRecordSchema) },
        },
      },
      async (request) => {
        const data = await productReviews.moderate(request.params.id, request.body.status, actorOf(request))
        return { success: true as const, data, message: REVIEW_MESSAGES[data.status] }
      },
    )
  }
