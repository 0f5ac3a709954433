/** Evidence: files that judges attach to their scores, private to the project. */
import { randomUUID } from 'node:crypto'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { EvidenceFile, JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { EVIDENCE, MB } from '#contracts/limits.ts'
import { type FileService, PRIVATE_PREFIX, type ServedFile } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import {
  assertUnbiased,
  assertValidScore,
  getOpenRound,
  type JudgeAccess,
  type JudgingCaller,
} from '../judges/judge-access.ts'
import { listJudges } from '../judges/store.ts'
import { isEvidenceOf, listVisibleJudges } from '../policy.ts'
import type { Project } from '../view.ts'
import { deleteEvidence, insertEvidence, listEvidence, sumEvidenceBytes } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  judgeAccess: JudgeAccess
  files: FileService
  settings: SettingsService
}

/** Creates the functions with which judges upload, read and delete evidence. */
export function createEvidence({ database, clock, judgeAccess, files, settings }: Dependencies) {
  /** Throws `conflict` if a judge has too many files, or a project's owner too many bytes in all their projects. */
  async function assertBelowLimits(db: Queryable, project: Project, judgeId: string, size: number): Promise<void> {
    const ownFiles = (await listEvidence(db, project.id)).filter((file) => file.judgeId === judgeId)
    if (ownFiles.length >= EVIDENCE.perJudge) throw conflict(MESSAGES.evidenceMax(EVIDENCE.perJudge))
    const bytes = project.ownerId === null ? 0 : await sumEvidenceBytes(db, project.ownerId)
    if (bytes + size > EVIDENCE.bytesPerOwner) throw conflict(MESSAGES.evidenceFull)
  }

  return {
    /** Returns the maximum file size, and the error message for larger files. */
    async getUploadLimit() {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLargeMessage: MESSAGES.evidenceTooLarge(maxFileSize) }
    },

    /**
     * Attaches a file to a score. A file that is attached already, because the reply to its upload was lost, isn't
     * listed again. Throws `notFound`, `invalid`, `unsupportedMediaType`, `conflict` if no round is open, before a
     * declaration of interest, or if there is too much, and `forbidden` for a candidate that the judge is barred from.
     */
    async save(
      credentials: JudgeCredentials,
      { candidate, criterion, ...upload }: { candidate: string; criterion: string; bytes: Buffer; name: string },
      user: JudgingCaller,
    ): Promise<EvidenceFile> {
      const { judge, project, interest } = await judgeAccess.get(credentials, user)
      assertValidScore(project, { candidate, criterion, grade: null })
      getOpenRound(project, judge)
      assertUnbiased(project, interest, candidate)
      const { allowedFileTypes } = await settings.getContent()
      // Measurements are spreadsheets, which the setting for vendors' attachments doesn't include.
      const types = [...allowedFileTypes, ...EVIDENCE.sheetTypes]
      const allowed = { types, rejectionMessage: MESSAGES.evidenceType(types) }
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      const hash = sha256Hex(bytes)
      const ownFiles = (await listEvidence(database.read, project.id)).filter(({ judgeId }) => judgeId === judge.id)
      const existing = ownFiles.find(
        (file) =>
          file.candidate === candidate && file.criterion === criterion && file.name === filename && file.hash === hash,
      )
      if (existing) {
        // The bytes may be missing from the store.
        await files.saveBytes(existing.fileKey, bytes)
        return { id: existing.id, name: filename, size: existing.size, hash }
      }
      const id = randomUUID()
      const fileKey = `${PRIVATE_PREFIX}evaluations/${id}.${extension}`
      const size = bytes.byteLength
      const file = { key: fileKey, bytes, mimetype, originalName: filename }
      await files.save(file, async (transaction) => {
        // The project's status, or a conflict of interest, may have changed while the file was being read.
        const locked = await judgeAccess.lock(transaction, credentials, user)
        getOpenRound(locked.project, locked.judge)
        assertUnbiased(locked.project, locked.interest, candidate)
        await assertBelowLimits(transaction.db, locked.project, judge.id, size)
        const createdAt = timestamp(clock)
        await insertEvidence(transaction.db, {
          id,
          projectId: project.id,
          judgeId: judge.id,
          candidate,
          criterion,
          name: filename,
          size,
          hash,
          fileKey,
          createdAt,
        })
      })
      return { id, name: filename, size, hash }
    },

    /**
     * Deletes one of the judge's own files. Throws `notFound`, `conflict` after submission, and `forbidden` for a candidate
     * that the judge is barred from, whose record stays.
     */
    async remove(credentials: JudgeCredentials, fileId: string, user: JudgingCaller): Promise<void> {
      const fileKey = await database.write(async (transaction) => {
        const { judge, project, interest } = await judgeAccess.lock(transaction, credentials, user)
        getOpenRound(project, judge)
        const file = (await listEvidence(transaction.db, project.id)).find(({ id }) => id === fileId)
        authorize(isEvidenceOf(file, [judge]), notFound())
        assertUnbiased(project, interest, file.candidate)
        await deleteEvidence(transaction.db, fileId)
        await files.delete(transaction, file.fileKey)
        return file.fileKey
      })
      await files.deleteBytes(fileKey)
    },

    /** Returns a file that the judge may see: their own, or that of a judge whose scores they may see. Throws `notFound`. */
    async get(credentials: JudgeCredentials, fileId: string, user: JudgingCaller): Promise<ServedFile> {
      const { judge, project } = await judgeAccess.get(credentials, user)
      const judges = await listJudges(database.read, [project.id])
      const visibleJudges = listVisibleJudges(project.status, judges, { role: 'judge', seat: judge })
      const file = (await listEvidence(database.read, project.id)).find(({ id }) => id === fileId)
      authorize(isEvidenceOf(file, visibleJudges), notFound())
      return files.getPrivate(file.fileKey)
    },
  }
}
