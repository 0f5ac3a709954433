import { z } from 'zod'
import { GET, groupCalls, PATCH, paged, sentences } from '../call.ts'
import { TEXT } from '../limits.ts'
import { storedText } from '../stored-text.ts'
import {
  TestimonialChangeSchema,
  TestimonialCountsSchema,
  TestimonialQuerySchema,
  TestimonialRecordSchema,
} from './testimonial.ts'

const ReviewParamsSchema = z.object({ id: storedText().max(TEXT.line).describe('评价编号。') })

export const testimonialCalls = groupCalls('产品评价', '两个目录的用户评价：查找、隐藏与恢复显示。', {
  list: GET('/api/reviews', {
    access: 'reviews:read',
    query: TestimonialQuerySchema,
    reply: paged(TestimonialRecordSchema, { counts: TestimonialCountsSchema }),
    summary: '列出产品评价',
    description: sentences(
      '两个目录的全部评价，含已隐藏的与未上架产品的，新的在前。',
      '`counts` 为其余筛选条件下各状态的数量。',
    ),
  }),
  moderate: PATCH('/api/reviews/:id', {
    access: 'reviews:write',
    params: ReviewParamsSchema,
    body: TestimonialChangeSchema,
    reply: TestimonialRecordSchema,
    summary: '隐藏评价或恢复显示',
    description: '已隐藏的评价不出现在公开页面与公开接口中，保存、导入产品或恢复历史版本都不会使它重新显示。',
  }),
})
