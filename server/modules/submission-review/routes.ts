/** Submissions as the back office reads and reviews them. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_API, API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { success } from '#contracts/replies.ts'
import {
  SubmissionFilterSchema,
  SubmissionNotesSchema,
  SubmissionPageQuerySchema,
  SubmissionPageSchema,
  SubmissionRecordSchema,
  SubmissionReviewSchema,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as SAY } from '#contracts/submissions/messages.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { SubmissionReviewService } from './service.ts'

const tags = ['产品审核']
const reads = { access: 'submissions:read' } as const
const writes = { access: 'submissions:write' } as const
const params = z.object({ id: z.string().max(TEXT.word) })
const one = { 200: success(SubmissionRecordSchema) }

const seesContacts = (request: FastifyRequest): boolean => may(callerOf(request).role, 'contacts:read')

export const submissionReviewRoutes =
  (submissionReview: SubmissionReviewService, { attachments }: Pick<SubmissionService, 'attachments'>): Routes =>
  (app) => {
    listing(app, submissionReview)
    single(app, submissionReview, attachments)
    verdicts(app, submissionReview)
  }

function listing(app: TypedApp, submissionReview: SubmissionReviewService) {
  app.get(
    API.submissions,
    {
      config: reads,
      schema: {
        tags,
        summary: '列出最新的提交',
        description: '返回数组，新的在前，最多500条；分页与计数见 /api/submissions/page。只读角色看不到联系方式。',
        querystring: SubmissionFilterSchema,
        response: { 200: z.array(SubmissionRecordSchema) },
      },
    },
    (request) => submissionReview.list(request.query, seesContacts(request)),
  )
  app.get(
    ADMIN_API.submissionPage,
    {
      config: reads,
      schema: {
        tags,
        summary: '分页列出提交',
        description: 'counts 为同一搜索与分类下各状态的数量，不受 status 影响；total 为全部提交的数量。',
        querystring: SubmissionPageQuerySchema,
        response: { 200: SubmissionPageSchema },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await submissionReview.page(request.query, seesContacts(request))),
    }),
  )
}

function single(
  app: TypedApp,
  submissionReview: SubmissionReviewService,
  attachments: SubmissionService['attachments'],
) {
  app.get(
    ADMIN_API.submission,
    { config: reads, schema: { tags, summary: '读取一条提交', params, response: one } },
    async (request) => {
      const data = await submissionReview.get(request.params.id, seesContacts(request))
      return { success: true as const, data }
    },
  )
  app.delete(
    ADMIN_API.submission,
    {
      config: writes,
      schema: {
        tags,
        summary: '删除提交及其附件',
        description: '已通过的提交所创建的产品不受影响。',
        params,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await submissionReview.remove(request.params.id, actorOf(request))
      return { success: true as const, data: null, message: SAY.removed }
    },
  )
  app.get(
    ADMIN_API.submissionFile,
    {
      config: reads,
      schema: { tags, summary: '下载提交的附件', params: params.extend({ fileId: z.string().max(TEXT.word) }) },
    },
    async (request, reply) => {
      const { headers, open } = await attachments.find(request.params.id, request.params.fileId)
      const { stream, size } = await open()
      return reply.headers({ ...headers, 'cache-control': 'private, no-store', 'content-length': size }).send(stream)
    },
  )
}

function verdicts(app: TypedApp, submissionReview: SubmissionReviewService) {
  app.patch(
    ADMIN_API.submissionReview,
    {
      config: { ...writes, failures: ['conflict', 'staleRevision'] },
      schema: {
        tags,
        summary: '通过或拒绝提交',
        description:
          '通过时在同一事务中创建智能体产品；已审核过，或产品名称已存在时返回 409；带 `version` 时，提交已被他人更新则返回 412。都不作任何改动。',
        params,
        body: SubmissionReviewSchema,
        response: one,
      },
    },
    async (request) => {
      const data = await submissionReview.review(request.params.id, request.body, actorOf(request))
      return { success: true as const, data, message: request.body.status === 'approved' ? SAY.approved : SAY.rejected }
    },
  )
  app.patch(
    ADMIN_API.submissionNotes,
    {
      config: { ...writes, failures: ['staleRevision'] },
      schema: {
        tags,
        summary: '保存审核备注与核对清单',
        description:
          'reviewNotes 仅内部可见，vendorNotes 厂商凭回执可见；未给出的保持原样。`version` 为备注所依据的版本，提交已被他人更新时返回 412，什么也不保存。',
        params,
        body: SubmissionNotesSchema,
        response: one,
      },
    },
    async (request) => {
      const data = await submissionReview.note(request.params.id, request.body, actorOf(request))
      return { success: true as const, data, message: SAY.notesSaved }
    },
  )
}
