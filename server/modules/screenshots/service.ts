import { randomUUID } from 'node:crypto'
import { SCREENSHOT } from '#contracts/limits.ts'
import { SCREENSHOTS_FOLDER, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import type { UploadedImage } from '#contracts/uploads/upload.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createSquareSize, reencodeImage } from '#server/platform/files/reencode-image.ts'

export type ScreenshotService = ReturnType<typeof createScreenshotService>

/**
 * Creates the storage of product screenshots: each as a still WebP in two sizes, of which one key gives the other.
 */
export const createScreenshotService = ({ files }: { files: FileService }) => ({
  /**
   * Re-encodes an image, stores it in both sizes and returns the larger one. `inTransaction` runs in the transaction
   * that inserts its row. A screenshot that no product refers to is deleted after a day. Throws
   * `unsupportedMediaType`, `invalid` for a broken image or too many pixels.
   */
  async save(
    { bytes, originalName, uploadedBy }: { bytes: Uint8Array; originalName: string; uploadedBy?: string },
    inTransaction?: (transaction: Transaction) => Promise<void>,
  ): Promise<UploadedImage> {
    const large = await reencodeImage(bytes, { maxSize: createSquareSize(SCREENSHOT.sidePx), firstFrameOnly: true })
    const small = await reencodeImage(large.bytes, {
      maxSize: createSquareSize(SCREENSHOT.smallSidePx),
      firstFrameOnly: true,
    })
    const key = `${SCREENSHOTS_FOLDER}${randomUUID()}.${large.extension}`
    const { mimetype } = large
    await files.save({ key: toSmallScreenshot(key), bytes: small.bytes, mimetype, originalName })
    const { width, height } = large
    const details = uploadedBy === undefined ? undefined : { width, height, uploadedBy }
    const file = { key, bytes: large.bytes, mimetype, originalName, ...(details && { details }) }
    const url = await files.save(file, inTransaction)
    return { url, width: large.width, height: large.height }
  },
})
