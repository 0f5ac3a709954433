/** The calls by which documents are edited: saving, the history, and who else has an editor open. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  KindParamsSchema,
  PresenceBeatSchema,
  PresenceSchema,
  RevisionDetailSchema,
  RevisionParamsSchema,
  RevisionSchema,
} from '#contracts/content/revision.ts'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import { BODY } from '#contracts/limits.ts'
import { ADMIN_MESSAGES, CONTENT_SAVED } from '#contracts/messages/admin.ts'
import { PaginationSchema, pageNumber } from '#contracts/pagination.ts'
import { ADMIN_API, DOCUMENT_PATHS } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { success } from '#contracts/replies.ts'
import { DOCUMENT_KINDS, DOCUMENT_NAMES, type DocumentKind } from '#contracts/vocabulary.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { Saved } from './save.ts'
import type { ContentService } from './service.ts'

const tags = ['内容编辑']
const reads = { access: 'content:read' } as const
const writes = { access: 'content:write' } as const

export const editingRoutes =
  (content: ContentService): Routes =>
  (app) => {
    saving(app, content)
    history(app, content)
    presence(app, content)
  }

type SavedReply = { success: true; message?: string | undefined; data: Record<string, unknown> }
const savedReply = (kind: DocumentKind): z.ZodType<SavedReply> => success(DOCUMENT_SCHEMAS[kind])

/** A save's reply: the document as it is stored now, and its new revision as the ETag. */
function saved(reply: FastifyReply, { document, revision }: Saved, message: string) {
  reply.header('etag', `"${revision}"`)
  return { success: true as const, message, data: document }
}

function saving(app: TypedApp, content: ContentService) {
  for (const kind of DOCUMENT_KINDS)
    app.put(
      DOCUMENT_PATHS[kind],
      {
        config: { ...writes, failures: ['staleRevision', 'conflict'] },
        bodyLimit: BODY.document,
        schema: {
          tags,
          summary: `保存${DOCUMENT_NAMES[kind]}`,
          description:
            '整份替换。带 `If-Match: "<版本>"` 时，内容已被他人更新则答复 412，什么也不保存；不带则直接保存。旧版字段名也可接受。',
          // Checked by the service, which first puts an older document into our words.
          body: z.looseObject({}, '应为对象'),
          response: { 200: savedReply(kind) },
        },
      },
      async (request, reply) => {
        const saving = { kind, raw: request.body, by: actorOf(request), ifMatch: request.headers['if-match'] }
        return saved(reply, await content.replace(saving), CONTENT_SAVED[kind])
      },
    )
}

function history(app: TypedApp, content: ContentService) {
  app.get(
    ADMIN_API.revisions,
    {
      config: reads,
      schema: {
        tags,
        summary: '列出页面内容的历史版本',
        params: KindParamsSchema,
        querystring: z.object({ page: pageNumber.default(1) }),
        response: { 200: success(z.array(RevisionSchema)).extend({ pagination: PaginationSchema }) },
      },
    },
    async ({ params, query }) => {
      const { revisions, pagination } = await content.listRevisions(params.kind, query.page)
      return { success: true as const, data: revisions, pagination }
    },
  )
  app.get(
    ADMIN_API.revision,
    {
      config: reads,
      schema: {
        tags,
        summary: '读取一个历史版本',
        params: RevisionParamsSchema,
        response: { 200: success(RevisionDetailSchema) },
      },
    },
    async (request) => {
      const { kind, revision } = request.params
      const seesContacts = may(callerOf(request).role, 'content:write')
      return { success: true as const, data: await content.findRevision(kind, revision, seesContacts) }
    },
  )
  app.post(
    ADMIN_API.restoreRevision,
    {
      config: { ...writes, failures: ['staleRevision', 'conflict'] },
      schema: {
        tags,
        summary: '恢复到一个历史版本',
        description: '以该版本的内容生成新版本；同样遵守 `If-Match`。',
        params: RevisionParamsSchema,
        response: { 200: success(z.record(z.string(), z.unknown())) },
      },
    },
    async (request, reply) => {
      const { kind, revision } = request.params
      const restored = await content.restore(kind, revision, actorOf(request), request.headers['if-match'])
      return saved(reply, restored, ADMIN_MESSAGES.revisionRestored)
    },
  )
}

function presence(app: TypedApp, content: ContentService) {
  app.post(
    ADMIN_API.presence,
    {
      config: writes,
      schema: {
        tags,
        summary: '报告正在编辑，并得知其他编辑者和最新版本',
        params: KindParamsSchema,
        body: PresenceBeatSchema,
        response: { 200: success(PresenceSchema) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await content.beat(request.params.kind, actorOf(request)),
    }),
  )
  app.delete(
    ADMIN_API.presence,
    {
      config: writes,
      schema: {
        tags,
        summary: '报告已离开编辑',
        params: KindParamsSchema,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await content.leave(request.params.kind, actorOf(request))
      return { success: true as const, data: null }
    },
  )
}
