import { z } from 'zod'
import { flag, LinkSchema, paragraph, text } from '../fields.ts'
import { LIST, TEXT } from '../limits.ts'
import { MediaFileReferenceSchema } from '../media-library/media-file.ts'
import { MESSAGES } from '../messages/general.ts'
import { requiredText, storedText } from '../stored-text.ts'

/** A way to join the community, as a visitor sees it. */
export const PublicQrCodeSchema = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    qrCodeUrl: z.string(),
    contactInfo: z.object({ name: z.string(), position: z.string() }),
  })
  .meta({ id: 'QrCode' })
export type PublicQrCode = z.infer<typeof PublicQrCodeSchema>

/** A stored QR code. `qrCodeUrl` is the URL of its image; codes are sorted by ascending `displayOrder`. */
export const QrCodeSchema = z.object({
  type: text(TEXT.word).default('wechat'),
  title: requiredText(MESSAGES.qrCodeTitle),
  description: paragraph(),
  qrCodeUrl: LinkSchema,
  contactInfo: z.object({ name: text(), position: text() }).prefault({}),
  isActive: flag(true),
  displayOrder: z.int().min(0).max(9_999).default(0),
})
export type QrCodeInput = z.infer<typeof QrCodeSchema>

/** A QR code as the back office sees it. */
export const QrCodeRecordSchema = PublicQrCodeSchema.extend({
  type: z.string(),
  isActive: z.boolean(),
  scanCount: z.int(),
  displayOrder: z.int(),
  createdAt: z.iso.datetime(),
})
export type QrCodeRecord = z.infer<typeof QrCodeRecordSchema>

/** The form fields sent with the `qrcode` image, and their defaults. */
export const QrCodeUploadSchema = z.object({
  type: storedText().trim().max(TEXT.word).default('wechat'),
  title: requiredText('请输入二维码标题').default('微信群二维码'),
  description: storedText().trim().max(TEXT.paragraph).default('CIO社区微信群，扫码加入'),
  contactName: storedText().trim().max(TEXT.line).default('社区管理员'),
  contactPosition: storedText().trim().max(TEXT.line).default(''),
  displayOrder: z.coerce.number('显示顺序应为数字').int('显示顺序应为整数').min(0).max(9_999).default(0),
})

const pictureUrl = MediaFileReferenceSchema.shape.url.describe('媒体库中图片的地址；与媒体库共用同一个文件。')

/** A QR code whose picture is chosen from the media library. */
export const QrCodeCreateSchema = QrCodeUploadSchema.extend({
  qrCodeUrl: pictureUrl,
  displayOrder: QrCodeSchema.shape.displayOrder,
})
export type QrCodeCreate = z.infer<typeof QrCodeCreateSchema>

/** The fields that can be changed; absent fields stay unchanged. */
export const QrCodeChangeSchema = z
  .object({
    isActive: z.boolean(),
    title: requiredText('请输入二维码标题'),
    description: storedText().trim().max(TEXT.paragraph),
    contactName: storedText().trim().max(TEXT.line),
    contactPosition: storedText().trim().max(TEXT.line),
    displayOrder: z.int().min(0).max(9_999),
    qrCodeUrl: pictureUrl,
  })
  .partial()
export type QrCodeChange = z.infer<typeof QrCodeChangeSchema>

/** The field labels of the form and of the audit log. */
export const QR_CODE_LABELS: Record<keyof QrCodeChange, string> = {
  qrCodeUrl: '图片',
  title: '标题',
  description: '说明',
  contactName: '联系人',
  contactPosition: '联系人职务',
  isActive: '启用',
  displayOrder: '显示顺序',
}

/** The ids of all QR codes in their new order. */
export const QrCodeOrderSchema = z.object({ ids: z.array(z.string().min(1).max(TEXT.word)).min(1).max(LIST.long) })
