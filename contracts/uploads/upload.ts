import { z } from 'zod'
import '../chinese-issues.ts'
import { CountSchema, text } from '../fields.ts'
import { MB, TEXT, UPLOAD } from '../limits.ts'

/** The purposes of `POST /api/upload`; each has its own size limit and messages. */
const UPLOAD_PURPOSES = [
  'rich-text',
  'product-logo',
  'screenshot',
  'library',
  'avatar',
  'qr-code',
  'site-logo',
] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
export const UploadQuerySchema = z.object({
  purpose: z
    .enum(UPLOAD_PURPOSES)
    .default('rich-text')
    .describe(
      `用途：\`rich-text\` 为富文本配图，\`product-logo\` 为产品logo（不超过${UPLOAD.productLogo / MB}MB），\`screenshot\` 为产品截图（存为WebP，另存一份小图），\`library\` 为媒体库中的图片（不使用也保留），\`avatar\` 为头像，\`qr-code\` 为二维码，\`site-logo\` 为网站logo（也可以是SVG）。`,
    ),
})

/** The URL of a stored image, relative to the site's root, and its size in pixels. */
export const UploadedImageSchema = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof UploadedImageSchema>

/** The fields sent with the `avatar` file. `memberEmail` is a placeholder from the earlier editor; nothing reads it. */
export const AvatarFieldsSchema = z.object({
  memberIndex: CountSchema,
  memberName: text(),
  memberEmail: text(),
})
export const UploadedAvatarSchema = z.object({ avatarUrl: z.string() })

/** A stored attachment as the evaluation document lists it: its original name, and the path for downloading it. */
export const UploadedAttachmentSchema = z.object({
  filename: z.string(),
  path: z.string(),
  size: z.int(),
  mimetype: z.string(),
  uploadDate: z.string(),
})
export type UploadedAttachment = z.infer<typeof UploadedAttachmentSchema>

export const DeleteAttachmentSchema = z.object({ path: z.string('缺少附件路径').min(1, '缺少附件路径').max(TEXT.link) })
