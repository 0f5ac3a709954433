import { z } from 'zod'
import { callGroup, get, paged } from '../call.ts'
import { FAILURES } from '../messages/failures.ts'
import { SearchCountsSchema, SearchHitSchema, SearchQuerySchema } from './search.ts'

export const searchCalls = callGroup('搜索', '两个产品目录、活动与内容的统一搜索。', {
  search: get('/api/search', {
    access: 'public',
    query: SearchQuerySchema,
    reply: paged(SearchHitSchema, {
      counts: SearchCountsSchema,
      closestMatch: z.string().nullable(),
    }),
    failureMessage: FAILURES.search,
    summary: '搜索产品、活动与内容',
    description:
      '名称相符的在前。`found` 说明在何处找到；`counts` 为各类的数量。什么也没有找到时，改列最接近的文字的结果，`closestMatch` 为这段文字，其他时候为 `null`。',
  }),
})
