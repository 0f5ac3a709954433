import { z } from 'zod'
import '../chinese-issues.ts'
import { flag, LinkSchema, paragraph, text, UNSAFE_LINK } from '../fields.ts'
import { TEXT } from '../limits.ts'
import { isSafeLink } from '../rules/safe-link.ts'
import { SETTINGS_MESSAGES as MESSAGES } from '../settings/messages.ts'
import { requiredText } from '../stored-text.ts'

/**
 * The site's logo. `default` is the built-in seal with the site's name; width and height in pixels reserve its space
 * before it loads.
 */
export const LogoSchema = z
  .object({
    logoType: z.enum(['default', 'custom']).default('default'),
    logoUrl: LinkSchema,
    logoFilename: text(),
    logoOriginalName: text(),
    logoSize: z.int().min(0).default(0),
    logoMimeType: text(TEXT.word),
    isActive: flag(true),
    logoWidth: z.int().min(0).default(0),
    logoHeight: z.int().min(0).default(0),
  })
  .meta({ id: 'Logo' })
export type Logo = z.infer<typeof LogoSchema>

export const AppDownloadSchema = z
  .object({
    name: text(TEXT.word),
    downloadUrl: LinkSchema,
    description: paragraph(),
    isActive: flag(false),
  })
  .meta({ id: 'AppDownload' })
export type AppDownload = z.infer<typeof AppDownloadSchema>

/** The app download as an administrator saves it: the link is required. */
export const AppDownloadUpdateSchema = AppDownloadSchema.extend({
  downloadUrl: requiredText(MESSAGES.appDownloadLink, TEXT.link).refine(isSafeLink, UNSAFE_LINK),
}).meta({ id: 'AppDownloadUpdate' })
export type AppDownloadUpdate = z.infer<typeof AppDownloadUpdateSchema>

/** The names of what is branded. */
export const BRANDING_LABELS = { logo: '网站logo', 'app-download': '应用下载' } as const

export const APP_DOWNLOAD_LABELS = {
  name: '名称',
  downloadUrl: '下载链接',
  description: '说明',
  isActive: '显示',
} as const satisfies Record<keyof AppDownload, string>

/** Allowed logo types, detected from the file's bytes, and the recommended size in pixels. */
export const LOGO_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml', 'image/webp'] as const
export const RECOMMENDED_LOGO_SIZE = { width: 200, height: 80 } as const
