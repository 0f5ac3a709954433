import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { queryFlag } from '../query-flag.ts'
import { DOCUMENT_KINDS } from '../vocabulary.ts'

/**
 * The number of changes in a save, and the top-level sections that they belong to. An import of products changes no
 * paths; `importedRows` is the number of rows that it saved, `undoneRows` the number of those undone later. `recycled` is
 * whether a product was moved into the recycle bin or restored from there.
 */
export const RevisionChangesSchema = z.object({
  paths: z.int(),
  sections: z.array(z.string()),
  importedRows: z.int().optional(),
  undoneRows: z.int().optional(),
  recycled: z.boolean().optional(),
})
export type RevisionChanges = z.infer<typeof RevisionChangesSchema>

/**
 * One save of a document or of a product, or one import of a catalogue's products or its undo. `revision` counts the saves
 * and identifies it in the calls below. It equals the ETag of a product and of five kinds of documents; the ETags of
 * `products` and `ai` also count changes of their rows.
 */
export const RevisionSchema = z.object({
  revision: z.int(),
  createdAt: z.iso.datetime(),
  /** The author, with the name at that time; `null` for the system itself (sample content, clean-up). */
  createdBy: UserReferenceSchema.nullable(),
  /** `null` for revisions saved before changes were counted, and for the oldest one that is kept of a product. */
  changes: RevisionChangesSchema.nullable(),
  /** The revision that this one restored. */
  restoredFrom: z.int().nullable(),
  isCurrent: z.boolean(),
})
export type Revision = z.infer<typeof RevisionSchema>

/** Who saved the newest version and when, for the comparison with an editor's own. */
export const AuthorshipSchema = RevisionSchema.pick({ createdAt: true, createdBy: true })
export type Authorship = z.infer<typeof AuthorshipSchema>

/** A revision with its document; `products` and `ai` include their products if the save sent them. */
export const RevisionDetailSchema = RevisionSchema.extend({ document: z.record(z.string(), z.unknown()) })
export type RevisionDetail = z.infer<typeof RevisionDetailSchema>

export const KindParamsSchema = z.object({ kind: z.enum(DOCUMENT_KINDS).describe('页面内容的种类。') })
export const RevisionNumberSchema = z.object({
  revision: z.coerce
    .number('版本号应为数字')
    .int('版本号应为整数')
    .min(1, '版本号从1开始')
    .max(2_147_483_647)
    .describe('版本号，从1开始。'),
})
export const RevisionParamsSchema = KindParamsSchema.extend(RevisionNumberSchema.shape)

/** Whether the caller accepts the consequences of a save that were listed by a rejected one. */
export const SaveQuerySchema = z.object({
  confirmed: queryFlag('已知悉这次保存对报名者的影响。'),
})

/** Identifies one open editor: a user may have several of a document open, in tabs and on devices. */
const editorId = z.string().regex(/^[\w-]{8,60}$/, '编辑器编号不正确')
export const PresenceQuerySchema = z.object({ editor: editorId.describe('编辑器编号，由编辑器生成，一次打开一个。') })

/** The heartbeat that an open editor sends every 15 seconds, with the revision (ETag) that it is based on. */
export const PresenceHeartbeatSchema = z.object({ editor: editorId, revision: z.int().min(0) })

/**
 * The reply to a heartbeat: the other users who have the document open (each once), whether the caller has it open
 * elsewhere, and the latest revision (ETag) with its author.
 */
export const PresenceSchema = z.object({
  editors: z.array(z.object({ name: z.string(), since: z.iso.datetime() })),
  isOpenElsewhere: z.boolean(),
  revision: z.int(),
  savedBy: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
})
export type Presence = z.infer<typeof PresenceSchema>
