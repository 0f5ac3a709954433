import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { MB, SCREENSHOT, SUBMISSION_FILES, UPLOAD } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import { SUBMISSION_FILE_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type {
  SubmissionFileRules,
  SubmissionRequest,
  UploadedSubmissionFile,
} from '#contracts/submissions/submission.ts'
import { type FileService, PRIVATE_PREFIX, type ServedFile } from '#server/modules/files/service.ts'
import type { ScreenshotService } from '#server/modules/screenshots/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { SubmissionsTable } from '#server/platform/database/tables/requests.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { createSquareSize, reencodeImage } from '#server/platform/files/reencode-image.ts'
import {
  claimSubmissionFile,
  deleteSubmissionFiles,
  deleteUnclaimedFiles,
  findFileById,
  findSubmissionFile,
  insertSubmissionFile,
  listSubmissionFiles,
  replaceSubmissionFiles,
  type SubmissionFileRow,
  sumUnclaimedBytes,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  files: FileService
  screenshots: ScreenshotService
}

type ClaimingSubmission = Pick<SubmissionsTable, 'id' | 'updatesProductId'>
type AttachedFiles = Pick<SubmissionRequest, 'files' | 'screenshots'>
type NewFile = { bytes: Uint8Array; mimetype: string; extension: string; name: string; caption: string | null }

/**
 * Creates the service for attached files: they are uploaded first, under an unguessable key that a submission claims.
 */
export function createSubmissionAttachments({ database, clock, settings, files, screenshots }: Dependencies) {
  /** Stores a file that no submission has claimed yet. `caption` is `null` unless it is a screenshot. */
  async function saveUnclaimed({
    bytes,
    mimetype,
    extension,
    name,
    caption,
  }: NewFile): Promise<UploadedSubmissionFile> {
    const size = bytes.byteLength
    if ((await sumUnclaimedBytes(database.read)) + size > SUBMISSION_FILES.unclaimedBytes)
      throw new AppError('unavailable', MESSAGES.full)
    const id = randomUUID()
    const fileKey = `${PRIVATE_PREFIX}submissions/${id}.${extension}`
    const createdAt = timestamp(clock)
    const row = { id, fileKey, submissionId: null, position: 0, name, mimetype, size, caption, createdAt }
    await files.save({ key: fileKey, bytes, mimetype, originalName: name }, async ({ db }) => {
      await insertSubmissionFile(db, row)
    })
    return { key: id, name, size }
  }

  /**
   * Assigns unclaimed files, its own, and those of withdrawn updates of the same product, to a submission inside the
   * caller's transaction. Throws `invalid` if one no longer exists.
   */
  async function claim(
    { db }: Transaction,
    { id, updatesProductId }: ClaimingSubmission,
    attached: AttachedFiles,
  ): Promise<void> {
    const claims = [
      ...[...new Set(attached.files)].map((key) => ({ key, caption: null, field: 'files' })),
      ...attached.screenshots.map((screenshot) => ({ ...screenshot, field: 'screenshots' })),
    ]
    for (const [position, { key, caption, field }] of claims.entries()) {
      const claim = { submissionId: id, position, caption, replacedAt: null }
      if (!(await claimSubmissionFile(db, key, { claim, updatesProductId }))) throw attachmentExpired(field)
    }
  }

  return {
    /** Returns the file types and limits of attachments, from the settings. */
    async getRules(): Promise<SubmissionFileRules> {
      const { maxFileSize, allowedFileTypes } = await settings.getContent()
      return { most: SUBMISSION_FILES.max, maxBytes: maxFileSize * MB, types: allowedFileTypes }
    },

    /** Returns the maximum size of a file in bytes, and the message for a larger one. */
    async getUploadLimit(): Promise<{ maxBytes: number; tooLargeMessage: string }> {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLargeMessage: MESSAGES.tooLarge(maxFileSize) }
    },

    /**
     * Stores a file until a submission claims it. Throws `unsupportedMediaType`, or `invalid` for an unsafe archive;
     * `unavailable` while too many bytes are unclaimed, so that anonymous uploads can't fill the disk.
     */
    async save(upload: { bytes: Buffer; name: string }): Promise<UploadedSubmissionFile> {
      const { allowedFileTypes } = await settings.getContent()
      const allowed = { types: allowedFileTypes, rejectionMessage: MESSAGES.type(allowedFileTypes) }
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      return saveUnclaimed({ bytes, mimetype, extension, name: filename, caption: null })
    },

    /** The maximum size of a screenshot in bytes, and the message for a larger one. */
    screenshotLimit: { maxBytes: UPLOAD.image, tooLargeMessage: ADMIN_MESSAGES.imageTooLarge },

    /**
     * Re-encodes a screenshot and stores it until a submission claims it. Throws `unsupportedMediaType`, `invalid` for
     * a broken image or too many pixels, `unavailable` while too many bytes are unclaimed.
     */
    async saveScreenshot(upload: { bytes: Buffer; name: string }): Promise<UploadedSubmissionFile> {
      const maxSize = createSquareSize(SCREENSHOT.sidePx)
      const { bytes, mimetype, extension } = await reencodeImage(upload.bytes, { maxSize, firstFrameOnly: true })
      return saveUnclaimed({ bytes, mimetype, extension, name: cleanFileName(upload.name), caption: '' })
    },

    /**
     * Copies a submission's screenshots to the screenshots of products. Call it outside a transaction; copies that no
     * product references are removed after a day. Throws `invalid` if one no longer exists.
     */
    async publishScreenshots(submitted: readonly { key: string; caption: string }[]): Promise<Screenshot[]> {
      const publishedScreenshots: Screenshot[] = []
      for (const { key, caption } of submitted) {
        const file = await findFileById(database.read, key)
        if (!file || file.caption === null) throw attachmentExpired('screenshots')
        const { stream } = await (await files.getPrivate(file.fileKey)).open()
        const image = await screenshots.save({ bytes: await buffer(stream), originalName: file.name })
        publishedScreenshots.push({ ...image, caption })
      }
      return publishedScreenshots
    },

    claim,

    /**
     * Replaces the files of a submission inside the caller's transaction: those that aren't among the attached ones stay
     * with its earlier version. Throws `invalid` if an attached one no longer exists.
     */
    async replace(
      transaction: Transaction,
      submission: ClaimingSubmission,
      { attached, at }: { attached: AttachedFiles; at: string },
    ): Promise<void> {
      await replaceSubmissionFiles(transaction.db, submission.id, at)
      await claim(transaction, submission, attached)
    },

    /** Lists the present files of several submissions, in the order in which they were attached. */
    list: async (db: Queryable, submissionIds: readonly string[]): Promise<SubmissionFileRow[]> =>
      submissionIds.length === 0
        ? []
        : (await listSubmissionFiles(db, submissionIds)).filter(({ replacedAt }) => replacedAt === null),

    /** Returns a submission's file for download. Throws `notFound`. */
    async get(submissionId: string, id: string): Promise<ServedFile> {
      const file = await findSubmissionFile(database.read, submissionId, id)
      if (!file) throw notFound(MESSAGES.notFound)
      return files.getPrivate(file.fileKey)
    },

    /**
     * Deletes a submission's file rows inside the caller's transaction. Returns the keys for `deleteBytes` after the
     * commit.
     */
    async deleteFor(transaction: Transaction, submissionId: string): Promise<string[]> {
      const keys = (await listSubmissionFiles(transaction.db, [submissionId])).map(({ fileKey }) => fileKey)
      await deleteSubmissionFiles(transaction.db, submissionId)
      for (const key of keys) await files.delete(transaction, key)
      return keys
    },

    /** Deletes the bytes of files whose rows were deleted. */
    async deleteBytes(keys: readonly string[]): Promise<void> {
      for (const key of keys) await files.deleteBytes(key)
    },

    /** Deletes the rows of files unclaimed for a day; the housekeeping deletes the bytes. */
    deleteUnclaimed: (): Promise<string[]> =>
      database.write(({ db }) =>
        deleteUnclaimedFiles(db, new Date(clock.now().getTime() - SUBMISSION_FILES.unclaimedMs).toISOString()),
      ),
  }
}

const attachmentExpired = (field: string) => invalidField(field, MESSAGES.gone)

export type { SubmissionFileRow }
export type SubmissionAttachments = ReturnType<typeof createSubmissionAttachments>
