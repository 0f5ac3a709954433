import { randomUUID } from 'node:crypto'
import { SUBMISSION_FILES } from '#contracts/limits.ts'
import { SUBMISSION_FILE_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import type { SubmissionFileRules, UploadedSubmissionFile } from '#contracts/submissions/submission.ts'
import { type FileService, PRIVATE_PREFIX, type ServedFile } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import type { SubmissionFilesTable } from '#server/platform/database/tables/requests.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import {
  claimSubmissionFile,
  deleteSubmissionFiles,
  deleteUnclaimedFiles,
  findSubmissionFile,
  insertSubmissionFile,
  listSubmissionFiles,
  sumWaitingBytes,
} from './store.ts'

const MB = 1024 * 1024

type Dependencies = { database: Database; clock: Clock; settings: SettingsService; files: FileService }

/**
 * Creates the service for attached files: they are uploaded first, under an unguessable key by which a submission
 * claims them.
 */
export function createSubmissionAttachments({ database, clock, settings, files }: Dependencies) {
  return {
    /** Returns what may be attached, as the settings say. */
    async rules(): Promise<SubmissionFileRules> {
      const { maxFileSize, allowedFileTypes } = await settings.getContent()
      return { most: SUBMISSION_FILES.most, maxBytes: maxFileSize * MB, types: allowedFileTypes }
    },

    /** Returns the maximum size of a file in bytes, and the message for a larger one. */
    async limit(): Promise<{ maxBytes: number; tooLarge: string }> {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLarge: TEXTS.tooLarge(maxFileSize) }
    },

    /**
     * Keeps a file until a submission claims it. Throws what `checkAttachment` throws, and `unavailable` while too much
     * is waiting: strangers can't fill the store.
     */
    async save(upload: { bytes: Buffer; name: string }): Promise<UploadedSubmissionFile> {
      const { allowedFileTypes } = await settings.getContent()
      const allowed = { types: allowedFileTypes, refusal: TEXTS.type(allowedFileTypes) }
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      const size = bytes.byteLength
      if ((await sumWaitingBytes(database.read)) + size > SUBMISSION_FILES.unclaimedBytes)
        throw new AppError('unavailable', TEXTS.full)
      const id = randomUUID()
      const key = `${PRIVATE_PREFIX}submissions/${id}.${extension}`
      await files.save({ key, bytes, mimetype, originalName: filename }, ({ tx }) =>
        insertSubmissionFile(tx, {
          id,
          fileKey: key,
          submissionId: null,
          position: 0,
          name: filename,
          mimetype,
          size,
          createdAt: timestamp(clock),
        }).then(() => undefined),
      )
      return { key: id, name: filename, size }
    },

    /** Assigns unclaimed files to a submission, inside the caller's transaction. Throws `invalid` if one is gone. */
    async claim({ tx }: Write, submissionId: string, keys: readonly string[]): Promise<void> {
      for (const [position, key] of [...new Set(keys)].entries())
        if (!(await claimSubmissionFile(tx, key, { submissionId, position })))
          throw invalid(TEXTS.gone, [{ path: 'files', message: TEXTS.gone }])
    },

    /** Lists the files of several submissions, in the order that their vendors gave them. */
    list: (db: Queryable, submissionIds: readonly string[]): Promise<SubmissionFilesTable[]> =>
      submissionIds.length === 0 ? Promise.resolve([]) : listSubmissionFiles(db, submissionIds),

    /** Returns a submission's file, for saving. Throws `notFound`. */
    async find(submissionId: string, id: string): Promise<ServedFile> {
      const file = await findSubmissionFile(database.read, submissionId, id)
      if (!file) throw notFound(TEXTS.notFound)
      return files.findPrivate(file.fileKey)
    },

    /**
     * Forgets a submission's files, inside the caller's transaction. Returns the keys, for `erase` after the commit.
     */
    async deleteFor(write: Write, submissionId: string): Promise<string[]> {
      const keys = (await listSubmissionFiles(write.tx, [submissionId])).map(({ fileKey }) => fileKey)
      await deleteSubmissionFiles(write.tx, submissionId)
      for (const key of keys) await files.delete(write, key)
      return keys
    },

    /** Deletes the bytes of files whose rows are gone. */
    async deleteBytes(keys: readonly string[]): Promise<void> {
      for (const key of keys) await files.deleteBytes(key)
    },

    /** Deletes the rows of files that were not claimed for a day; the file clean-up deletes the bytes. */
    deleteUnclaimed: (): Promise<string[]> =>
      database.write(({ tx }) =>
        deleteUnclaimedFiles(tx, new Date(clock.now().getTime() - SUBMISSION_FILES.unclaimedMs).toISOString()),
      ),
  }
}

export type SubmissionAttachments = ReturnType<typeof createSubmissionAttachments>
