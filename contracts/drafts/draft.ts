import { z } from 'zod'
import '../chinese-issues.ts'
import { TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'

/** Identifies the edited content, such as `home` or `lead:…`; chosen by the back-office forms. */
const subject = requiredText('缺少草稿所属的内容', TEXT.line)
const JsonObjectSchema = z.record(z.string(), z.unknown())

export const DraftParamsSchema = z.object({
  id: z
    .string()
    .regex(/^[\w-]{8,60}$/, '草稿编号不正确')
    .describe('草稿编号，由编辑器生成，一次打开一个。'),
})

export const DraftQuerySchema = z.object({ subject: subject.describe('草稿所属的内容，如 `home`。') })

/** Unsaved edits, as sent by an open editor. `loaded` is the version that they are based on. */
export const DraftInputSchema = z.object({
  subject,
  editedAt: z.iso.datetime('编辑时间不正确'),
  loaded: z.object({ value: JsonObjectSchema, version: z.int().min(0) }),
  value: JsonObjectSchema,
  /** The text in JSON mode, which may not parse; `null` in a form. */
  text: z.string().nullable(),
})
export type DraftInput = z.infer<typeof DraftInputSchema>

/** A draft without its content. */
export const DraftSummarySchema = z.object({
  id: z.string(),
  editedAt: z.iso.datetime(),
  /** The user agent of the last edit. */
  userAgent: z.string().nullable(),
})
export type DraftSummary = z.infer<typeof DraftSummarySchema>

export const DraftSchema = DraftInputSchema.extend(DraftSummarySchema.shape)
export type Draft = z.infer<typeof DraftSchema>
