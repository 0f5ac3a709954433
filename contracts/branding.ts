import { z } from 'zod'
import { LinkSchema, text } from './fields.ts'

export const LogoSchema = z.object({
  logoType: z.enum(['default', 'custom']).default('default'),
  logoUrl: LinkSchema,
})
export type Logo = z.infer<typeof LogoSchema>

export const AppDownloadSchema = z.object({
  name: text(),
  downloadUrl: LinkSchema,
  description: text(),
  isActive: z.boolean().default(false),
})
export type AppDownload = z.infer<typeof AppDownloadSchema>
