import { GET, groupCalls } from '../call.ts'
import { LatestSchema } from './latest.ts'

export const latestCalls = groupCalls('最新动态', '首页展示的最新资料、产品、活动与评估。', {
  get: GET('/api/latest', {
    access: 'public',
    reply: LatestSchema,
    summary: '读取最新动态',
    description: '各取最新的几项；示例产品排在真实产品之后。',
  }),
})
