import {
  APP_DOWNLOAD_LABELS,
  type AppDownload,
  AppDownloadSchema,
  type AppDownloadUpdate,
  BRANDING_LABELS,
  type Logo,
  LogoSchema,
} from '#contracts/branding/branding.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { type AuditService, describeChanges } from '#server/modules/audit/service.ts'
import type { MediaLibraryService, MediaPicture } from '#server/modules/media-library/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { UploadService } from '#server/modules/uploads/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

export type BrandingService = ReturnType<typeof createBrandingService>

type Dependencies = {
  database: Database
  settings: SettingsService
  uploads: Pick<UploadService, 'saveImage' | 'getImageLimit'>
  library: Pick<MediaLibraryService, 'getPicture'>
  audit: AuditService
}

/** Who saves the app download, and the `If-Match` header of their request. */
type SaveContext = { actor: Actor; ifMatch: string | undefined }
type SavedAppDownload = { value: AppDownload; revision: number }

/** Creates the service for the site's logo and app download. */
export function createBrandingService({ database, settings, uploads, library, audit }: Dependencies) {
  async function saveLogo(transaction: Transaction, logo: Logo, actor: Actor, detail: string): Promise<Logo> {
    await settings.save(transaction, 'logo', logo, actor)
    await audit.record(transaction, { actor, action: 'branding.update', target: BRANDING_LABELS.logo, detail })
    return logo
  }

  /** Uses a picture of the media library as the logo, which shares its file. Throws `invalid`. */
  const savePicture = (url: string, actor: Actor, describe: (picture: MediaPicture) => string): Promise<Logo> =>
    database.write(async (transaction) => {
      const picture = await library.getPicture(transaction.db, url)
      return saveLogo(transaction, toLogo(picture), actor, describe(picture))
    })

  const saveAppDownload = (after: AppDownload, { actor, ifMatch }: SaveContext): Promise<SavedAppDownload> =>
    database.write(async (transaction) => {
      const update = { part: 'app-download', actor, ifMatch } as const
      const { previous, isChanged, revision } = await settings.updatePart(transaction, update, () => after)
      const detail = describeChanges(APP_DOWNLOAD_LABELS, previous, after)
      if (isChanged)
        await audit.record(transaction, {
          actor,
          action: 'branding.update',
          target: BRANDING_LABELS['app-download'],
          detail,
        })
      return { value: after, revision }
    })

  return {
    /** The maximum size of a logo in bytes, with the error messages. */
    logoLimit: { ...uploads.getImageLimit('site-logo'), missingMessage: SETTINGS_MESSAGES.logoFileMissing },

    /**
     * Replaces the logo with a bitmap or SVG. The housekeeping deletes the former file later, unless it is used elsewhere.
     * Throws `unsupportedMediaType` for other files, `invalid` for a broken image or one with too many pixels.
     */
    async uploadLogo(upload: { bytes: Buffer; name: string }, actor: Actor): Promise<Logo> {
      // The file is stored first, so that no page refers to a logo that doesn't exist yet.
      const { url } = await uploads.saveImage({ ...upload, purpose: 'site-logo' }, actor)
      return savePicture(url, actor, ({ originalName }) => `上传：${originalName}`)
    },

    /** Uses a picture of the media library as the logo; they share the file. Throws `invalid` if it isn't one. */
    chooseLogo: (url: string, actor: Actor): Promise<Logo> =>
      savePicture(url, actor, ({ originalName }) => `从媒体库选择：${originalName}`),

    /** Replaces the logo by another picture if it still is the given one. Returns whether it was. Throws `invalid`. */
    replaceLogo: ({ url, newUrl }: { url: string; newUrl: string }, actor: Actor): Promise<boolean> =>
      database.write(async (transaction) => {
        const picture = await library.getPicture(transaction.db, newUrl)
        const { isChanged } = await settings.updatePart(transaction, { part: 'logo', actor }, (previous) =>
          previous.logoUrl === url ? toLogo(picture) : previous,
        )
        const detail = `替换：${picture.originalName}`
        const target = BRANDING_LABELS.logo
        if (isChanged) await audit.record(transaction, { actor, action: 'branding.update', target, detail })
        return isChanged
      }),

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

const toLogo = ({ url, originalName, size, mimetype, width, height }: MediaPicture): Logo =>
  LogoSchema.parse({
    logoType: 'custom',
    logoUrl: url,
    logoFilename: url.slice(url.lastIndexOf('/') + 1),
    logoOriginalName: originalName,
    logoSize: size,
    logoMimeType: mimetype,
    logoWidth: width ?? 0,
    logoHeight: height ?? 0,
  })
