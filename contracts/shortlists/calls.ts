import { z } from 'zod'
import { DELETE, file, GET, groupCalls, POST, PUT, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { DOCX_TYPE, XLSX_TYPE } from '../mime-types.ts'
import { idParams, pathId } from '../path-id.ts'
import { SHORTLIST_MESSAGES } from './messages.ts'
import {
  CandidatesAddSchema,
  QUESTION_FORMATS,
  ShortlistCreateSchema,
  ShortlistPreviewSchema,
  ShortlistResultSchema,
  ShortlistSchema,
  ShortlistSummarySchema,
  ShortlistUpdateSchema,
} from './shortlist.ts'

const ShortlistParamsSchema = idParams('清单编号。')
const CandidateParamsSchema = ShortlistParamsSchema.extend({
  product: pathId('产品编号。'),
})
const IdSchema = z.object({ id: z.string() })

const OWN = { access: 'signed-in', failures: ['notFound'], params: ShortlistParamsSchema } as const

export const shortlistCalls = groupCalls(
  '选型清单',
  '按属性提出必须与希望的要求，列出满足、可能满足与不满足的产品，并逐条说明原因；也可以手工加入候选产品。不打分。',
  {
    preview: POST('/api/shortlists/preview', {
      access: 'public',
      callsPerMinute: 120,
      body: ShortlistPreviewSchema,
      reply: ShortlistResultSchema,
      summary: '按要求匹配产品，不保存',
    }),
    create: POST('/api/shortlists', {
      keys: 'own-shortlists:write',
      hasIdempotencyKey: true,
      access: 'public',
      callsPerMinute: 20,
      failures: ['conflict'],
      body: ShortlistCreateSchema,
      example: {
        catalogue: 'agent',
        title: '客服智能体',
        required: [{ attribute: 'private-deployment', values: ['yes'] }],
        preferred: [{ attribute: 'sso', values: ['yes', 'partial'] }],
      },
      reply: IdSchema,
      message: SHORTLIST_MESSAGES.saved,
      summary: '保存一份清单',
      description: sentences(
        '不登录也可以保存，凭返回的编号读取；登录后保存的清单属于自己。',
        '重复发送同一 `id` 不会重复保存。',
      ),
    }),
    list: GET('/api/shortlists', {
      keys: 'own-shortlists:read',
      access: 'signed-in',
      reply: z.array(ShortlistSummarySchema),
      summary: '列出自己的清单',
    }),
    get: GET('/api/shortlists/:id', {
      keys: 'own-shortlists:read',
      access: 'public',
      callsPerMinute: 120,
      params: ShortlistParamsSchema,
      etag: 'returned',
      failures: ['notFound'],
      reply: ShortlistSchema,
      summary: '读取一份清单及其当前结果',
      description: sentences(
        '`matching` 为满足全部必须要求的产品，`uncertain` 为可能满足的（`unknown` 列出待确认的要求），`failing` 为不满足的（`unmet` 列出原因）。',
        '各按满足的希望要求多少排列。',
      ),
    }),
    getAuthorship: GET('/api/shortlists/:id/authorship', {
      ...OWN,
      reply: AuthorshipSchema,
      summary: '读取一份清单最近由谁、何时保存',
      description: '只有负责人与协作者可以读取。',
    }),
    update: PUT('/api/shortlists/:id', {
      keys: 'own-shortlists:write',
      ...OWN,
      etag: 'checked',
      body: ShortlistUpdateSchema,
      reply: ShortlistSchema,
      message: SHORTLIST_MESSAGES.saved,
      summary: '修改自己的清单',
    }),
    remove: DELETE('/api/shortlists/:id', {
      keys: 'own-shortlists:write',
      ...OWN,
      reply: z.null(),
      message: SHORTLIST_MESSAGES.removed,
      summary: '删除自己的清单',
    }),
    addCandidates: POST('/api/shortlists/:id/candidates', {
      keys: 'own-shortlists:write',
      ...OWN,
      failures: ['notFound', 'conflict'],
      body: CandidatesAddSchema,
      example: { candidates: ['dify'] },
      reply: z.null(),
      message: SHORTLIST_MESSAGES.candidatesAdded,
      summary: '把产品加入自己的清单',
      description: sentences('已在清单中的产品不会重复加入。', '不改变清单的版本，因此不影响正在进行的修改。'),
    }),
    removeCandidate: DELETE('/api/shortlists/:id/candidates/:product', {
      keys: 'own-shortlists:write',
      ...OWN,
      params: CandidateParamsSchema,
      reply: z.null(),
      message: SHORTLIST_MESSAGES.candidateRemoved,
      summary: '把产品移出自己的清单',
    }),
    copy: POST('/api/shortlists/:id/copy', {
      keys: 'own-shortlists:write',
      hasIdempotencyKey: true,
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ShortlistParamsSchema,
      reply: IdSchema,
      message: SHORTLIST_MESSAGES.copied,
      summary: '把一份清单复制到自己的清单',
    }),
    exportQuestions: GET('/api/shortlists/:id/questions', {
      access: 'public',
      callsPerMinute: 20,
      params: ShortlistParamsSchema,
      query: z.object({
        format: z
          .enum(QUESTION_FORMATS)
          .default('docx')
          .describe('`docx` 与 `xlsx` 为全部产品一份，`zip` 为每个产品一份Word。'),
      }),
      reply: file(DOCX_TYPE, XLSX_TYPE, 'application/zip'),
      summary: '导出询问清单',
      description:
        '向候选产品的厂商逐项询问资料未知的要求，并请厂商证明只有自述的要求；没有候选产品时，向满足与可能满足要求的产品的厂商询问；没有要求时，询问候选产品全部未知的可比属性。',
    }),
  },
)
