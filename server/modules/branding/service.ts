import { randomUUID } from 'node:crypto'
import {
  APP_DOWNLOAD_LABELS,
  type AppDownload,
  AppDownloadSchema,
  type AppDownloadUpdate,
  type Logo,
  LogoSchema,
} from '#contracts/branding/branding.ts'
import { UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { type AuditService, describeChanges } from '#server/modules/audit/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { measureSvg, reencodeImage } from '#server/platform/files/reencode-image.ts'
import { isSvg, sanitizeSvg } from '#server/platform/files/svg.ts'

export type BrandingService = ReturnType<typeof createBrandingService>

type Dependencies = { database: Database; settings: SettingsService; files: FileService; audit: AuditService }

/** Who saves the app download, and the `If-Match` header of their request. */
type SaveContext = { actor: Actor; ifMatch: string | undefined }
type SavedAppDownload = { value: AppDownload; revision: number }

const LOGO_LABEL = '网站logo'
const APP_DOWNLOAD_LABEL = '应用下载'

/** Creates the service for the site's logo and app download. */
export function createBrandingService({ database, settings, files, audit }: Dependencies) {
  async function saveLogo(transaction: Transaction, logo: Logo, actor: Actor, detail: string): Promise<Logo> {
    await settings.save(transaction, 'logo', logo, actor)
    await audit.record(transaction, { actor, action: 'branding.update', target: LOGO_LABEL, detail })
    return logo
  }

  const saveAppDownload = (after: AppDownload, { actor, ifMatch }: SaveContext): Promise<SavedAppDownload> =>
    database.write(async (transaction) => {
      const update = { part: 'app-download', actor, ifMatch } as const
      const { previous, isChanged, revision } = await settings.updatePart(transaction, update, () => after)
      const detail = describeChanges(APP_DOWNLOAD_LABELS, previous, after)
      if (isChanged)
        await audit.record(transaction, { actor, action: 'branding.update', target: APP_DOWNLOAD_LABEL, detail })
      return { value: after, revision }
    })

  return {
    /** The maximum size of a logo in bytes, with the error messages. */
    logoLimit: {
      maxBytes: UPLOAD.siteLogo,
      tooLargeMessage: ADMIN_MESSAGES.imageTooLarge,
      missingMessage: SETTINGS_MESSAGES.logoFileMissing,
    },

    /**
     * Replaces the logo with a bitmap or SVG. The housekeeping deletes the former file later. Throws
     * `unsupportedMediaType` for other files, `invalid` for a broken image or one with too many pixels.
     */
    async uploadLogo(upload: { bytes: Buffer; name: string }, actor: Actor): Promise<Logo> {
      const { extension, width, height, ...file } = await prepareLogo(upload.bytes)
      const filename = `${randomUUID()}.${extension}`
      const originalName = cleanFileName(upload.name)
      const details = { width, height, uploadedBy: actor.id }
      // The file is stored first, so that no page refers to a logo that doesn't exist yet.
      const logoUrl = await files.save({ key: `branding/${filename}`, originalName, details, ...file })
      const logo = LogoSchema.parse({
        logoType: 'custom',
        logoUrl,
        logoFilename: filename,
        logoOriginalName: originalName,
        logoSize: file.bytes.byteLength,
        logoMimeType: file.mimetype,
        logoWidth: width,
        logoHeight: height,
      })
      return database.write((transaction) => saveLogo(transaction, logo, actor, `上传：${originalName}`))
    },

    /** Restores the default logo. */
    resetLogo: (actor: Actor): Promise<Logo> =>
      database.write((transaction) => saveLogo(transaction, LogoSchema.parse({}), actor, '重置为默认')),

    /** Returns who saved the app download last and when; `null` if it was never saved. */
    getAppDownloadAuthorship: () => settings.getAuthorship('app-download'),

    /** Updates the app download. Throws `versionConflict` if `ifMatch` names another revision. */
    updateAppDownload: (update: AppDownloadUpdate, context: SaveContext) => saveAppDownload(update, context),

    /** Removes the app download. Throws `versionConflict`. */
    resetAppDownload: (context: SaveContext) => saveAppDownload(AppDownloadSchema.parse({}), context),
  }
}

/** Four times the recommended size, which is sharp on every screen and still a small file. */
const MAX_LOGO_PIXELS = { width: 800, height: 320 }

type LogoFile = { bytes: Buffer; mimetype: string; extension: string; width: number; height: number }

/** Prepares a logo for storage: re-encodes bitmaps and sanitizes SVG. */
async function prepareLogo(upload: Buffer): Promise<LogoFile> {
  if (!isSvg(upload))
    return reencodeImage(upload, { maxSize: MAX_LOGO_PIXELS, typeMessage: ADMIN_MESSAGES.siteLogoType })
  const bytes = Buffer.from(sanitizeSvg(upload))
  return { bytes, mimetype: 'image/svg+xml', extension: 'svg', ...(await measureSvg(bytes)) }
}
