import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { UPLOAD, UPLOADS_PREFIX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { UploadedAttachment, UploadedImage, UploadPurpose } from '#contracts/uploads/upload.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import { ATTACHMENTS_PREFIX, type FileService, toFileUrl } from '#server/modules/files/service.ts'
import type { ScreenshotService } from '#server/modules/screenshots/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { createSquareSize, measureSvg, reencodeImage } from '#server/platform/files/reencode-image.ts'
import { isSvg, sanitizeSvg } from '#server/platform/files/svg.ts'

export type UploadService = ReturnType<typeof createUploadService>

/** For each purpose of images: the prefix of their keys, their maximum dimensions and size, and error messages. */
const IMAGE_OPTIONS = {
  // As wide as any column, and long enough for tall images that are read by scrolling.
  'rich-text': {
    keyPrefix: 'images',
    maxDimensions: { width: 2_048, height: 16_000 },
    maxBytes: UPLOAD.image,
    ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge),
  },
  // Stays in the media library, to be chosen for texts.
  library: {
    keyPrefix: 'images',
    maxDimensions: { width: 2_048, height: 16_000 },
    maxBytes: UPLOAD.image,
    ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge),
  },
  'product-logo': {
    keyPrefix: 'logos',
    maxDimensions: createSquareSize(512),
    maxBytes: UPLOAD.productLogo,
    ...createLimitMessages(ADMIN_MESSAGES.productLogoTooLarge, ADMIN_MESSAGES.productLogoType),
  },
  // The screenshot service chooses the keys and stores two sizes.
  screenshot: { maxBytes: UPLOAD.image, ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge) },
  avatar: {
    keyPrefix: 'avatars',
    maxDimensions: createSquareSize(512),
    maxBytes: UPLOAD.image,
    ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge),
  },
  'qr-code': {
    keyPrefix: 'qrcodes',
    maxDimensions: createSquareSize(1_024),
    maxBytes: UPLOAD.image,
    ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge),
  },
  // Four times the recommended size, which is sharp on every screen and still a small file.
  'site-logo': {
    keyPrefix: 'branding',
    maxDimensions: { width: 800, height: 320 },
    maxBytes: UPLOAD.siteLogo,
    ...createLimitMessages(ADMIN_MESSAGES.imageTooLarge, ADMIN_MESSAGES.siteLogoType),
  },
} as const satisfies Record<UploadPurpose, object>

function createLimitMessages(tooLargeMessage: string, typeMessage: string = ADMIN_MESSAGES.imageType) {
  return { tooLargeMessage, typeMessage }
}

const MB = 1024 * 1024

type Dependencies = {
  database: Database
  clock: Clock
  files: FileService
  screenshots: ScreenshotService
  content: ContentService
  settings: SettingsService
  audit: AuditService
}

/** Creates the upload service of the back office. File names are generated; the original name is only metadata. */
export function createUploadService({ database, clock, files, screenshots, content, settings, audit }: Dependencies) {
  /** Creates the function that audits an upload in the transaction that stores it. */
  function createUploadRecorder(actor: Actor, action: AuditAction, target: string) {
    return (transaction: Transaction) => audit.record(transaction, { actor, action, target })
  }

  /** Returns the name of the removed attachment; `undefined` if the document doesn't list it. */
  async function removeFromDocument(path: string, actor: Actor, transaction: Transaction): Promise<string | undefined> {
    let name: string | undefined
    await content.edit(transaction, { kind: 'evaluation', actor }, (document) => {
      const { evaluationTool } = document
      const attachments = evaluationTool.attachments.filter((attachment) => attachment.path !== path)
      name = evaluationTool.attachments.find((attachment) => attachment.path === path)?.filename
      return { ...document, evaluationTool: { ...evaluationTool, attachments } }
    })
    return name
  }

  return {
    /** Returns the maximum size of an image for a purpose in bytes, and the message for a larger one. */
    getImageLimit: (purpose: UploadPurpose) => IMAGE_OPTIONS[purpose],

    /**
     * Re-encodes an image and stores it; only the site's logo may also be an SVG, which is sanitized. Throws
     * `unsupportedMediaType`, `invalid` for a broken image or too many pixels.
     */
    async saveImage(
      { bytes, name, purpose }: { bytes: Buffer; name: string; purpose: UploadPurpose },
      actor: Actor,
    ): Promise<UploadedImage> {
      const originalName = cleanFileName(name)
      if (purpose === 'screenshot')
        return screenshots.save(
          { bytes, originalName, uploadedBy: actor.id },
          createUploadRecorder(actor, 'file.upload', originalName),
        )
      const { keyPrefix, maxDimensions, typeMessage } = IMAGE_OPTIONS[purpose]
      const image =
        purpose === 'site-logo' && isSvg(bytes)
          ? await prepareSvg(bytes)
          : await reencodeImage(bytes, { maxSize: maxDimensions, typeMessage })
      const key = `${keyPrefix}/${randomUUID()}.${image.extension}`
      const { width, height } = image
      const details = { width, height, uploadedBy: actor.id, isKept: purpose === 'library' }
      const file = { key, bytes: image.bytes, mimetype: image.mimetype, originalName, details }
      const url = await files.save(file, createUploadRecorder(actor, 'file.upload', originalName))
      return { url, width, height }
    },

    /** Returns the maximum size of an attachment in bytes, from the settings, and the message for a larger one. */
    async getAttachmentLimit(): Promise<{ maxBytes: number; tooLargeMessage: string }> {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLargeMessage: ADMIN_MESSAGES.fileTooLarge(maxFileSize) }
    },

    /**
     * Stores an attachment, which visitors can open once a saved document lists it. Throws `unsupportedMediaType`,
     * `invalid`.
     */
    async saveAttachment(upload: { bytes: Buffer; name: string }, actor: Actor): Promise<UploadedAttachment> {
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name)
      const key = `${ATTACHMENTS_PREFIX}${randomUUID()}.${extension}`
      const file = { key, bytes, mimetype, originalName: filename, details: { uploadedBy: actor.id } }
      const path = await files.save(file, createUploadRecorder(actor, 'attachment.upload', filename))
      return { filename, path, size: bytes.byteLength, mimetype, uploadDate: timestamp(clock) }
    },

    /**
     * Removes an attachment from the evaluation document in a new revision, and deletes its file unless an older
     * revision refers to it. Throws `notFound` if the document doesn't list it and no file is deleted.
     */
    async removeAttachment(path: string, actor: Actor): Promise<void> {
      const key = path.startsWith(toFileUrl(ATTACHMENTS_PREFIX)) ? path.slice(UPLOADS_PREFIX.length) : undefined
      const isDeleted = await database.write(async (transaction) => {
        const listedName = await removeFromDocument(path, actor, transaction)
        const canDelete = key !== undefined && !(await files.isReferenced(transaction, key))
        const storedName = canDelete ? await files.delete(transaction, key) : undefined
        const target = listedName ?? storedName
        if (target === undefined) throw notFound(ADMIN_MESSAGES.attachmentNotFound)
        await audit.record(transaction, { actor, action: 'attachment.remove', target })
        return storedName !== undefined
      })
      if (key !== undefined && isDeleted) await files.deleteBytes(key)
    },
  }
}

/** Prepares an SVG for storage. */
async function prepareSvg(upload: Buffer) {
  const bytes = Buffer.from(sanitizeSvg(upload))
  return { bytes, mimetype: 'image/svg+xml', extension: 'svg', ...(await measureSvg(bytes)) }
}
