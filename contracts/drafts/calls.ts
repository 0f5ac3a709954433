import { z } from 'zod'
import { DELETE, GET, groupCalls, PUT } from '../call.ts'
import { DRAFT_LIMITS } from '../limits.ts'
import { DraftInputSchema, DraftParamsSchema, DraftQuerySchema, DraftSchema, DraftSummarySchema } from './draft.ts'

/**
 * A permission that every back-office role has. A draft is private to its author, regardless of its subject, and no program
 * edits forms.
 */
const OWN = { access: 'dashboard:read', keys: 'never' } as const

export const draftCalls = groupCalls('草稿', '编辑器中尚未保存的修改，只有本人可见。', {
  list: GET('/api/drafts', {
    ...OWN,
    query: DraftQuerySchema,
    reply: z.array(DraftSummarySchema),
    summary: '列出本人对一份内容的草稿',
  }),
  get: GET('/api/drafts/:id', {
    ...OWN,
    params: DraftParamsSchema,
    reply: DraftSchema,
    summary: '读取草稿',
  }),
  save: PUT('/api/drafts/:id', {
    ...OWN,
    bodyLimit: DRAFT_LIMITS.bytes,
    params: DraftParamsSchema,
    body: DraftInputSchema,
    failures: ['conflict'],
    reply: z.null(),
    summary: '保存草稿',
    description: `每人最多${DRAFT_LIMITS.perUser}份，合计不超过${DRAFT_LIMITS.bytesPerUser / 1024 / 1024}MB；${DRAFT_LIMITS.days}天未修改的草稿会被清理。`,
  }),
  remove: DELETE('/api/drafts/:id', {
    ...OWN,
    params: DraftParamsSchema,
    reply: z.null(),
    summary: '删除草稿',
  }),
})
