import { z } from 'zod'
import { text } from './fields.ts'

/** The settings' general part: what header, footer, titles and feeds say of the site. */
export const GeneralSettingsSchema = z.object({
  siteName: text().default('智鉴'),
  siteDescription: text().default('企业智能体展示与评估平台'),
  contactEmail: text(),
  contactPhone: text(),
})
export type GeneralSettings = z.infer<typeof GeneralSettingsSchema>

export const SecuritySettingsSchema = z.object({
  enableRegistration: z.boolean().default(true),
  /** Minutes. */
  sessionTimeout: z.int().min(5).max(43_200).default(30),
  maxLoginAttempts: z.int().min(1).max(100).default(5),
})
export type SecuritySettings = z.infer<typeof SecuritySettingsSchema>

/** What may be uploaded. `maxFileSize` bounds attachments, in megabytes. */
export const ContentSettingsSchema = z.object({ maxFileSize: z.int().min(1).max(10).default(10) })
export type ContentSettings = z.infer<typeof ContentSettingsSchema>

export const SettingsSchema = z.object({
  general: GeneralSettingsSchema.prefault({}),
  security: SecuritySettingsSchema.prefault({}),
  content: ContentSettingsSchema.prefault({}),
})
export type Settings = z.infer<typeof SettingsSchema>

/** What a public page reads of the settings and the branding in one call. */
export type Site = GeneralSettings & { registrationOpen: boolean }
