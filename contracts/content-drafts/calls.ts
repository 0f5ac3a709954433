import { z } from 'zod'
import { DELETE, GET, groupCalls, POST, PUT, sentences } from '../call.ts'
import { BODY, CONTENT_DRAFTS } from '../limits.ts'
import type { Permission } from '../permissions.ts'
import {
  CalendarQuerySchema,
  CalendarSchema,
  ContentDraftSchema,
  CreatedPreviewLinkSchema,
  DraftedProductParamsSchema,
  DraftKindParamsSchema,
  DraftSaveQuerySchema,
  DraftStatusSchema,
  PreviewLinkCreateSchema,
  PreviewLinkParamsSchema,
  PreviewLinkSchema,
  PublishedSchema,
  PublishSchema,
} from './draft.ts'
import { CONTENT_DRAFT_MESSAGES } from './messages.ts'

/** Where the draft of something is, and who may read and write it. */
type DraftPlace<Path extends string, Params extends z.ZodObject, Read, Write, Keys> = {
  path: Path
  params: Params
  linkParams: z.ZodObject<Params['shape'] & typeof PreviewLinkParamsSchema.shape>
  read: Read
  write: Write
  /** What becomes of unknown keys, as in an ordinary save. */
  unknownKeys: Keys
}

/** Returns the calls of a draft, which are the same for documents and products. */
function createDraftCalls<
  Path extends string,
  Params extends z.ZodObject,
  Read extends Permission,
  Write extends Permission,
  Keys extends 'kept' | 'checked',
>({ path, params, linkParams, read, write, unknownKeys }: DraftPlace<Path, Params, Read, Write, Keys>) {
  return {
    get: GET(`${path}/draft`, {
      access: read,
      params,
      failures: ['notFound'],
      etag: 'returned',
      reply: ContentDraftSchema,
      summary: '读取草稿',
    }),
    save: PUT(`${path}/draft`, {
      access: write,
      params,
      query: DraftSaveQuerySchema,
      bodyLimit: BODY.document,
      // Checked by the service, which accepts incomplete documents.
      body: z.looseObject({}, '应为对象'),
      unknownKeys,
      etag: 'checked',
      failures: ['conflict'],
      reply: ContentDraftSchema,
      message: CONTENT_DRAFT_MESSAGES.saved,
      summary: '保存草稿',
      description: sentences(
        '请求体是整份内容，只检查结构与大小，可以未完成；发布时才检查全部内容。',
        '带 `If-Match: "<版本>"` 时，草稿已被他人更新则返回412，什么也不保存；`"0"` 表示还没有草稿。',
        '已定时发布的，返回409（`reason` 为 `confirmation-required`）；带 `confirmed=true` 重新发送即保存，并取消定时。',
      ),
    }),
    discard: DELETE(`${path}/draft`, {
      access: write,
      params,
      failures: ['notFound'],
      etag: 'checked',
      reply: z.null(),
      message: CONTENT_DRAFT_MESSAGES.discarded,
      summary: '放弃草稿',
      description: '预览链接一并失效，定时发布一并取消。',
    }),
    publish: POST(`${path}/publish`, {
      access: write,
      params,
      failures: ['notFound', 'conflict', 'versionConflict'],
      hasIdempotencyKey: true,
      canBeAccepted: true,
      body: PublishSchema,
      example: { at: '2026-12-01T09:00:00+08:00' },
      reply: PublishedSchema,
      summary: '发布草稿，或定时发布',
      description: sentences(
        '立即发布的返回200与新的 `revision`，草稿随之删除；定时的返回202与 `scheduledFor`，到时的五秒内发布。',
        '内容不符合发布要求时返回400与各字段的路径。',
        '已发布的内容在此期间被更新的，返回412；查看差异后，以 `replaces` 给出要取代的版本。',
        '到时未能发布的，什么也不发布，草稿保留，原因列在草稿中；改动了不同部分的，合并后发布。',
        '活动改动涉及报名者的，返回409（`reason` 为 `confirmation-required`），逐项说明影响；带 `confirmed` 重新发送即发布。',
      ),
    }),
    unschedule: DELETE(`${path}/publish`, {
      access: write,
      params,
      failures: ['notFound'],
      reply: z.null(),
      message: CONTENT_DRAFT_MESSAGES.unscheduled,
      summary: '取消定时发布',
      description: '已经发布的返回404。',
    }),
    listPreviewLinks: GET(`${path}/preview-links`, {
      access: read,
      params,
      reply: z.array(PreviewLinkSchema),
      summary: '列出有效的预览链接',
    }),
    createPreviewLink: POST(`${path}/preview-links`, {
      access: write,
      params,
      failures: ['notFound', 'conflict'],
      hasIdempotencyKey: true,
      body: PreviewLinkCreateSchema,
      example: { expiresAt: '2026-12-07T09:00:00+08:00' },
      reply: CreatedPreviewLinkSchema,
      summary: '创建预览链接',
      description: sentences(
        '持有链接者无需登录即可查看草稿；地址只在这次答复中出现。',
        '草稿发布或放弃后，链接失效。',
      ),
    }),
    revokePreviewLink: DELETE(`${path}/preview-links/:link`, {
      access: write,
      params: linkParams,
      failures: ['notFound'],
      reply: z.null(),
      message: CONTENT_DRAFT_MESSAGES.linkRevoked,
      summary: '撤销预览链接',
    }),
  }
}

const DRAFTS = [
  '草稿与发布',
  '已发布的页面内容与产品之外，每种内容、每个产品至多一份草稿：可以未完成，用预览链接请人审阅，立即或定时发布。',
] as const

export const contentDraftCalls = groupCalls(...DRAFTS, {
  list: GET('/api/content/drafts', {
    access: 'content:read',
    reply: z.array(DraftStatusSchema),
    summary: '列出各页面内容与产品的草稿',
    description: '不含内容；`failure` 是上一次定时发布失败的原因。',
  }),
  calendar: GET('/api/content/calendar', {
    access: 'content:read',
    query: CalendarQuerySchema,
    reply: CalendarSchema,
    summary: '列出一段时间内已发布与定时发布的内容和产品',
    description: `已发布的新的在前，最多${CONTENT_DRAFTS.calendarEntries}条；产品只列出由草稿发布的。`,
  }),
  ...createDraftCalls({
    path: '/api/content/:kind',
    params: DraftKindParamsSchema,
    linkParams: DraftKindParamsSchema.extend(PreviewLinkParamsSchema.shape),
    read: 'content:read',
    write: 'content:write',
    unknownKeys: 'kept',
  }),
})

/** The calls of a product's draft. Its 上架 says whether publishing it lists the product or takes it off. */
export const productDraftCalls = groupCalls(...DRAFTS, {
  ...createDraftCalls({
    path: '/api/products/:catalogue/:id',
    params: DraftedProductParamsSchema,
    linkParams: DraftedProductParamsSchema.extend(PreviewLinkParamsSchema.shape),
    read: 'products:read',
    write: 'products:write',
    unknownKeys: 'checked',
  }),
})
