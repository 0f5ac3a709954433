import { z } from 'zod'
import { flag, LinkSchema, paragraph, text } from './fields.ts'
import { TEXT } from './limits.ts'
import { MESSAGES } from './messages.ts'
import { requiredText } from './stored-text.ts'

/** A way to join the community, as a visitor sees it. */
export const PublicQrCodeSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  qrCodeUrl: z.string(),
  contactInfo: z.object({ name: z.string(), position: z.string() }),
})
export type PublicQrCode = z.infer<typeof PublicQrCodeSchema>

/** A QR code as it is kept; `qrCodeUrl` is the address of its stored image, smaller orders come first. */
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
