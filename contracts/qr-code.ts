import { z } from 'zod'

/** A way to join the community, as a visitor sees it. */
export const PublicQrCodeSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  qrCodeUrl: z.string(),
  contactInfo: z.object({ name: z.string(), position: z.string() }),
})
export type PublicQrCode = z.infer<typeof PublicQrCodeSchema>
