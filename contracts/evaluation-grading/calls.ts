import { z } from 'zod'
import { GET, groupCalls, POST, PUT, sentences } from '../call.ts'
import { CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import {
  GradingReopenSchema,
  GradingSchema,
  GradingSettingsSaveSchema,
  OpenGradingSchema,
  OpenGradingsRequestSchema,
  ReadingItemRequestSchema,
  ReadingItemSchema,
  ReadingRoomRequestSchema,
  ReadingRoomSchema,
  ReadingSaveRequestSchema,
  ReadingSchema,
} from './grading.ts'
import { GRADING_MESSAGES as MESSAGES } from './messages.ts'

const id = z.string().max(TEXT.word)
const RunParamsSchema = z.object({ id: id.describe('评估项目编号。'), run: id.describe('运行编号。') })

/** The owner's calls return 404 to everyone else, staff and judges included. */
const OWNED = { access: 'signed-in', params: RunParamsSchema } as const

export const gradingCalls = groupCalls('人工判定', '由评委在不知道是谁的情况下判定实测的回答。只有项目的负责人可见。', {
  get: GET('/api/evaluation/projects/:id/runs/:run/grading', {
    keys: 'own-projects:read',
    ...OWNED,
    failures: ['notFound'],
    reply: GradingSchema,
    etag: 'returned',
    summary: '读取人工判定的设定、进度与结果',
  }),
  save: PUT('/api/evaluation/projects/:id/runs/:run/grading', {
    ...OWNED,
    failures: ['notFound', 'conflict'],
    body: GradingSettingsSaveSchema,
    reply: GradingSchema,
    etag: 'checked',
    summary: '开始人工判定，或更改设定',
    description: sentences(
      '待判定的、有争议的与抽样的回答交给评委；再次保存时补充新的。',
      '已有判定的回答总是保留，计分方式不能再改。',
      '没有提供的设定不变；第一次保存时为建议的。',
    ),
  }),
  close: POST('/api/evaluation/projects/:id/runs/:run/grading/close', {
    ...OWNED,
    failures: ['notFound', 'conflict'],
    reply: GradingSchema,
    message: MESSAGES.closedNow,
    etag: 'returned',
    summary: '结束人工判定',
    description: '之后评委不能再改，判定计入实测的结果，各人的判定可以查看。',
  }),
  reopen: POST('/api/evaluation/projects/:id/runs/:run/grading/reopen', {
    ...OWNED,
    failures: ['notFound', 'conflict'],
    body: GradingReopenSchema,
    example: { reason: '评分标准有误，第3题须重看' },
    reply: GradingSchema,
    message: MESSAGES.reopenedNow,
    etag: 'returned',
    summary: '重新开放已结束的人工判定',
    description: sentences(
      '定稿之前可以；评委已有的判定保留，可以修改与补充。',
      '再次结束之前，判定不计入结果；时间与理由写入报告。',
    ),
  }),
})

/** Each invalid link counts towards the client's rate limit, so that links can't be guessed. */
const READING = {
  access: 'public',
  failures: ['forbidden', 'notFound', 'conflict'],
  callsPerMinute: CALLS_PER_MINUTE.reading,
} as const

export const readingCalls = groupCalls(
  '评委判定回答',
  '凭评委的邀请链接或会员身份判定回答。响应中没有候选、模型、时间与次序，名称与透露身份的词已隐去。',
  {
    list: POST('/api/evaluation/judging/gradings', {
      ...READING,
      callsPerMinute: CALLS_PER_MINUTE.judging,
      body: OpenGradingsRequestSchema,
      reply: z.array(OpenGradingSchema),
      summary: '列出在进行的人工判定',
    }),
    open: POST('/api/evaluation/judging/gradings/room', {
      ...READING,
      callsPerMinute: CALLS_PER_MINUTE.judging,
      body: ReadingRoomRequestSchema,
      reply: ReadingRoomSchema,
      summary: '列出要判定的回答与自己的判定',
    }),
    getItem: POST('/api/evaluation/judging/gradings/item', {
      ...READING,
      body: ReadingItemRequestSchema,
      reply: ReadingItemSchema,
      summary: '读取一条或并排的两条回答',
    }),
    saveReading: POST('/api/evaluation/judging/gradings/reading', {
      ...READING,
      failures: ['forbidden', 'notFound', 'conflict', 'versionConflict'],
      body: ReadingSaveRequestSchema,
      reply: ReadingSchema,
      summary: '保存一条判定',
      description: '负责人结束之前可以修改。',
    }),
  },
)
