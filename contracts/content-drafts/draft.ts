import { z } from 'zod'
import '../chinese-issues.ts'
import { RevisionSchema } from '../content/revision.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { CONTENT_DRAFTS } from '../limits.ts'
import { pathId } from '../path-id.ts'
import { queryFlag } from '../query-flag.ts'
import { addDays } from '../rules/shanghai-time.ts'
import { CATALOGUES, DOCUMENT_KINDS, DRAFT_KINDS } from '../vocabulary.ts'
import { LISTING_CHANGES } from './listing-change.ts'
import { CONTENT_DRAFT_MESSAGES } from './messages.ts'

export const DraftKindParamsSchema = z.object({ kind: z.enum(DRAFT_KINDS).describe('页面内容的种类。') })
export const DraftedProductParamsSchema = z.object({
  catalogue: z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  id: z.string().describe('产品的编号或完整名称。'),
})

const DraftedProductSchema = z.object({ catalogue: z.enum(CATALOGUES), id: z.string(), name: z.string() })
/** What a draft belongs to: a document, or the product of `kind` `product`. */
const DraftSubjectSchema = z.object({
  kind: z.enum([...DRAFT_KINDS, 'product']),
  product: DraftedProductSchema.nullable(),
})
export type DraftSubject = z.infer<typeof DraftSubjectSchema>

const revisionNumber = z.int().min(0).max(2_147_483_647)

/** When a draft will be published, and who decided so. */
const ScheduleSchema = z.object({ at: z.iso.datetime(), by: UserReferenceSchema })

/** Why a scheduled draft wasn't published. `errors` are its invalid fields, or the consequences to be confirmed. */
const PublicationFailureSchema = z.object({
  at: z.iso.datetime(),
  scheduledFor: z.iso.datetime(),
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type PublicationFailure = z.infer<typeof PublicationFailureSchema>
/** A failure as stored. */
export const StoredFailureSchema = PublicationFailureSchema.nullable()

/** A draft without its document. `version` is its ETag. */
export const DraftStatusSchema = DraftSubjectSchema.extend({
  version: z.int(),
  savedAt: z.iso.datetime(),
  savedBy: UserReferenceSchema,
  /** The revision that the draft started from, and the published one; they differ if it was changed meanwhile. */
  baseRevision: z.int(),
  publishedRevision: z.int(),
  listingChange: z
    .enum(LISTING_CHANGES)
    .nullable()
    .describe('发布草稿使产品上架（`list`）或下架（`unlist`）；不改变上架状态的与页面内容为 `null`。'),
  schedule: ScheduleSchema.nullable(),
  failure: PublicationFailureSchema.nullable(),
})
export type DraftStatus = z.infer<typeof DraftStatusSchema>

export const ContentDraftSchema = DraftStatusSchema.extend({ document: z.record(z.string(), z.unknown()) })
export type ContentDraft = z.infer<typeof ContentDraftSchema>

export const DraftSaveQuerySchema = z.object({
  base: z.coerce
    .number('版本号应为数字')
    .pipe(revisionNumber)
    .optional()
    .describe('草稿所依据的已发布版本；新建时默认为现在的版本，之后默认不变。'),
  confirmed: queryFlag('已知悉保存会取消定时发布。'),
})

export const PublishSchema = z.object({
  at: z.iso
    .datetime({ offset: true, error: CONTENT_DRAFT_MESSAGES.invalidTime })
    .optional()
    .describe('发布时间；不给出则立即发布。'),
  version: z.int().min(1).optional().describe('要发布的草稿版本；草稿已被他人修改则返回412。'),
  replaces: revisionNumber
    .optional()
    .describe('要取代的已发布版本，默认为草稿所依据的版本；与现在的版本不同则返回412。'),
  confirmed: z.boolean().default(false).describe('已知悉发布对报名者的影响。'),
})
export type PublishInput = z.infer<typeof PublishSchema>

/** What a publication has done: published a revision, or scheduled it. */
export const PublishedSchema = z.object({
  scheduledFor: z.iso.datetime().nullable(),
  revision: z.int().nullable(),
})
export type Published = z.infer<typeof PublishedSchema>

export const PreviewLinkCreateSchema = z.object({
  expiresAt: z.iso
    .datetime({ offset: true, error: CONTENT_DRAFT_MESSAGES.invalidTime })
    .describe(`失效时间，最长${CONTENT_DRAFTS.previewDays}天。`),
})

export const PreviewLinkSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: UserReferenceSchema,
  expiresAt: z.iso.datetime(),
})
export type PreviewLink = z.infer<typeof PreviewLinkSchema>

/** A new link; its address isn't stored, so it is shown only once. */
export const CreatedPreviewLinkSchema = PreviewLinkSchema.extend({ url: z.url() })
export type CreatedPreviewLink = z.infer<typeof CreatedPreviewLinkSchema>

export const PreviewLinkParamsSchema = z.object({ link: pathId('预览链接的编号。') })

const day = z.iso.date(CONTENT_DRAFT_MESSAGES.invalidDay)
export const CalendarQuerySchema = z
  .object({ from: day.describe('第一天（北京时间）。'), to: day.describe('最后一天，在 `from` 之后两个月以内。') })
  .refine(({ from, to }) => from <= to && to <= addDays(from, CONTENT_DRAFTS.calendarDays), {
    path: ['to'],
    message: CONTENT_DRAFT_MESSAGES.invalidRange,
  })

/** A published revision in the calendar; of products only what was published from a draft. */
const PublicationSchema = RevisionSchema.pick({
  revision: true,
  createdAt: true,
  createdBy: true,
  changes: true,
  restoredFrom: true,
}).extend({
  kind: z.enum([...DOCUMENT_KINDS, 'product']),
  product: DraftedProductSchema.nullable(),
  isListed: z.boolean().describe('这一版的产品是否上架；页面内容恒为 `true`。'),
})

/** What has been published in a time, newest first, and what is scheduled in it, soonest first. */
export const CalendarSchema = z.object({
  scheduled: z.array(DraftStatusSchema),
  published: z.array(PublicationSchema),
  /** Whether older publications were left out. */
  isTruncated: z.boolean(),
})
export type Calendar = z.infer<typeof CalendarSchema>
