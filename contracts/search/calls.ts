import { z } from 'zod'
import { GET, groupCalls, paged, sentences } from '../call.ts'
import { FAILURES } from '../messages/failures.ts'
import { SearchCountsSchema, SearchHitSchema, SearchQuerySchema } from './search.ts'

export const searchCalls = groupCalls('搜索', '两个产品目录、活动与内容的统一搜索。', {
  search: GET('/api/search', {
    access: 'public',
    query: SearchQuerySchema,
    reply: paged(SearchHitSchema, {
      counts: SearchCountsSchema.describe('各类的数量。'),
      closestMatch: z.array(z.string()).nullable().describe('没有结果时所改用的词，否则为 `null`。'),
      droppedWords: z.array(z.string()).describe('查不到的词。'),
    }),
    failureMessage: FAILURES.search,
    summary: '搜索产品、活动与内容',
    description: sentences('名称相符的在前。', '没有结果时，把所查的话切成词，列出符合最多词的结果。'),
  }),
})
