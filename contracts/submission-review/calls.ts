import { z } from 'zod'
import { callGroup, file, get, paged, patch, raw, remove } from '../call.ts'
import { TEXT } from '../limits.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '../submissions/messages.ts'
import {
  SubmissionCountsSchema,
  SubmissionFilterSchema,
  SubmissionNotesSchema,
  SubmissionPageQuerySchema,
  SubmissionRecordSchema,
  SubmissionReviewSchema,
} from './submission-review.ts'

const SubmissionParamsSchema = z.object({ id: z.string().max(TEXT.word).describe('提交编号。') })

export const submissionReviewCalls = callGroup('产品审核', '查看、核对、通过或拒绝厂商提交的产品。', {
  listNewest: get('/api/submissions', {
    access: 'submissions:read',
    query: SubmissionFilterSchema,
    reply: raw(z.array(SubmissionRecordSchema)),
    summary: '列出最新的提交',
    description: '返回数组，新的在前，最多500条；分页与计数见 /api/submissions/page。只读角色看不到联系方式。',
  }),
  list: get('/api/submissions/page', {
    access: 'submissions:read',
    query: SubmissionPageQuerySchema,
    reply: paged(SubmissionRecordSchema, { counts: SubmissionCountsSchema, total: z.int() }),
    summary: '分页列出提交',
    description: 'counts 为同一搜索与分类下各状态的数量，不受 status 影响；total 为全部提交的数量。',
  }),
  get: get('/api/submissions/:id', {
    access: 'submissions:read',
    params: SubmissionParamsSchema,
    reply: SubmissionRecordSchema,
    summary: '读取一条提交',
  }),
  remove: remove('/api/submissions/:id', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    reply: z.null(),
    message: SUBMISSION_REVIEW_MESSAGES.removed,
    summary: '删除提交及其附件',
    description: '已通过的提交所创建的产品不受影响。',
  }),
  downloadFile: get('/api/submissions/:id/files/:fileId', {
    access: 'submissions:read',
    params: SubmissionParamsSchema.extend({ fileId: z.string().max(TEXT.word).describe('附件编号。') }),
    reply: file('application/octet-stream'),
    summary: '下载提交的附件',
  }),
  review: patch('/api/submissions/:id/review', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: SubmissionReviewSchema,
    failures: ['conflict', 'staleRevision'],
    reply: SubmissionRecordSchema,
    summary: '通过或拒绝提交',
    description:
      '通过时在同一事务中创建智能体产品；已审核过，或产品名称已存在时返回 409；带 `version` 时，提交已被他人更新则返回 412。都不作任何改动。',
  }),
  saveNotes: patch('/api/submissions/:id/notes', {
    access: 'submissions:write',
    params: SubmissionParamsSchema,
    body: SubmissionNotesSchema,
    failures: ['staleRevision'],
    reply: SubmissionRecordSchema,
    message: SUBMISSION_REVIEW_MESSAGES.notesSaved,
    summary: '保存审核备注与核对清单',
    description:
      'reviewNotes 仅内部可见，vendorNotes 厂商凭回执可见；未给出的保持原样。`version` 为备注所依据的版本，提交已被他人更新时返回 412，什么也不保存。',
  }),
})
