/** The replacement of a file of the media library by another, wherever it is used now. */
import { z } from 'zod'
import { LIST, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { MediaFileReferenceSchema, MediaFileSchema, MediaUseSchema } from './media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from './messages.ts'

export const MediaReplacementSchema = MediaFileReferenceSchema.extend({
  newUrl: MediaFileReferenceSchema.shape.url.describe('新图片的地址，须已在媒体库中。'),
  uses: z
    .array(storedText().min(1).max(TEXT.link))
    .min(1, MESSAGES.noUses)
    .max(LIST.products)
    .describe('要替换的各处，即使用之处的 `id`。'),
  name: requiredText('请输入文件名').optional().describe('新图片在媒体库中的文件名；未给出时不变。'),
  altText: storedText().trim().max(TEXT.line).optional().describe('新图片的说明；未给出时不变。'),
})
export type MediaReplacement = z.infer<typeof MediaReplacementSchema>

const REPLACEMENT_OUTCOMES = ['replaced', 'unchanged', 'failed'] as const
export type ReplacementOutcome = (typeof REPLACEMENT_OUTCOMES)[number]
export const OUTCOME_LABELS: Record<ReplacementOutcome, string> = {
  replaced: '已替换',
  unchanged: '没有变化',
  failed: '没有替换',
}

const ReplacedUseSchema = MediaUseSchema.pick({ id: true, place: true, name: true, path: true }).extend({
  outcome: z.enum(REPLACEMENT_OUTCOMES),
  reason: z.string().describe('没有替换的原因；已替换时为空。'),
})
export type ReplacedUse = z.infer<typeof ReplacedUseSchema>

export const ReplacementReportSchema = z
  .object({
    file: MediaFileSchema.describe('新图片。'),
    uses: z.array(ReplacedUseSchema).describe('所要求的各处的结果。'),
  })
  .meta({ id: 'MediaReplacementReport' })
export type ReplacementReport = z.infer<typeof ReplacementReportSchema>
