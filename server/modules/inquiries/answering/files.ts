/** Files of answers: encrypted with the key of the inquiry before they are stored, like the answers. */
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ANSWERING_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AnswerFile } from '#contracts/inquiries/question.ts'
import { EVIDENCE, INQUIRIES, MB } from '#contracts/limits.ts'
import { type FileService, PRIVATE_PREFIX } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { formatContentDisposition } from '#server/platform/http/replies/content-disposition.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { InquirySeal, Sealing } from '../sealing.ts'
import type { InquiryRow } from '../store.ts'
import { getPublished, parseQuestions } from '../stored-inquiry.ts'
import { type AnswerKey, assertCanAnswer, type Invited, type VendorAccess } from './access.ts'
import { getFileDetailsPurpose, getFilePurpose } from './purposes.ts'
import { deleteFileRow, type FileRow, insertFile, listFileRows, markRemoved } from './store.ts'

const DetailsSchema = z.object({ question: z.string(), name: z.string(), hash: z.string() })

type Dependencies = {
  database: Database
  clock: Clock
  access: VendorAccess
  files: FileService
  settings: Pick<SettingsService, 'getContent'>
  sealing: Sealing
}

export type AnswerFiles = ReturnType<typeof createAnswerFiles>

function toAnswerFile(seal: InquirySeal, { id, size, detailsEncrypted }: FileRow): AnswerFile {
  const { question, name, hash } = DetailsSchema.parse(seal.unseal(detailsEncrypted, getFileDetailsPurpose(id)))
  return { id, question, name, size, hash }
}

/** Creates the functions for the files of answers. */
export function createAnswerFiles({ database, clock, access, files, settings, sealing }: Dependencies) {
  const listTypes = async () => [...(await settings.getContent()).allowedFileTypes, ...EVIDENCE.sheetTypes]

  /** Lists the files that are part of a vendor's answers now. */
  async function list(db: Queryable, { inquiry, invitation }: Invited): Promise<AnswerFile[]> {
    const seal = sealing.getSeal(inquiry)
    return (await listFileRows(db, invitation.id))
      .filter(({ isRemoved }) => !isRemoved)
      .map((row) => toAnswerFile(seal, row))
  }

  async function assertCanAdd(db: Queryable, { invitation }: Invited, size: number): Promise<void> {
    const own = (await listFileRows(db, invitation.id)).filter(({ isRemoved }) => !isRemoved)
    if (own.length >= INQUIRIES.files) throw conflict(MESSAGES.tooManyFiles(INQUIRIES.files))
    const total = own.reduce((sum, file) => sum + file.size, size)
    if (total > INQUIRIES.bytesPerInvitation) throw conflict(MESSAGES.filesFull)
  }

  async function assertAsked(db: Queryable, inquiryId: string, question: string): Promise<void> {
    const { newest } = await getPublished(db, inquiryId)
    if (!parseQuestions(newest).some(({ key }) => key === question))
      throw invalidField('question', MESSAGES.unknownQuestion)
  }

  return {
    list,
    listTypes,

    /** Lists the files that are part of a vendor's answers, but whose bytes the store has lost. */
    async listMissing(invited: Invited): Promise<AnswerFile[]> {
      const seal = sealing.getSeal(invited.inquiry)
      const missing: AnswerFile[] = []
      for (const row of await listFileRows(database.read, invited.invitation.id))
        if (!row.isRemoved && !(await files.hasBytes(row.fileKey))) missing.push(toAnswerFile(seal, row))
      return missing
    },

    /** Returns the maximum file size, and the error message for larger files. */
    async getUploadLimit() {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLargeMessage: MESSAGES.fileTooLarge(maxFileSize) }
    },

    /**
     * Adds a file to an answer. One that is there already, because the reply to its upload was lost, isn't added again.
     * Throws `notFound`, `invalid`, `unsupportedMediaType`, and `conflict` after the deadline and above the limits.
     */
    async save(key: AnswerKey, { question, ...upload }: { question: string; bytes: Buffer; name: string }) {
      const invited = await access.get(key)
      assertCanAnswer(invited.inquiry, timestamp(clock))
      await assertAsked(database.read, invited.inquiry.id, question)
      const types = await listTypes()
      const allowed = { types, rejectionMessage: MESSAGES.fileType(types) }
      const { bytes, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      const hash = sha256Hex(bytes)
      const existing = (await list(database.read, invited)).find(
        (file) => file.question === question && file.name === filename && file.hash === hash,
      )
      const id = existing?.id ?? randomUUID()
      const fileKey = `${PRIVATE_PREFIX}inquiries/${id}.sealed`
      const seal = sealing.getSeal(invited.inquiry)
      const sealed = seal.sealBytes(bytes, getFilePurpose(id))
      if (existing) {
        // The bytes may be missing: `listMissing` asks for them again.
        await files.saveBytes(fileKey, sealed)
        return existing
      }
      const size = bytes.byteLength
      // The name may tell as much as the file.
      const stored = { key: fileKey, bytes: sealed, mimetype: 'application/octet-stream', originalName: id }
      await files.save(stored, async (transaction) => {
        const locked = await access.lockForAnswer(transaction, key)
        await assertCanAdd(transaction.db, locked, size)
        await insertFile(transaction.db, {
          id,
          invitationId: locked.invitation.id,
          detailsEncrypted: seal.seal({ question, name: filename, hash }, getFileDetailsPurpose(id)),
          size,
          fileKey,
          isRemoved: false,
          createdAt: timestamp(clock),
        })
      })
      return { id, question, name: filename, size, hash }
    },

    /** Removes a file from an answer; it is kept while it is part of what was handed in. Throws `notFound`, `conflict`. */
    remove: (key: AnswerKey, fileId: string): Promise<void> =>
      database.write(async (transaction) => {
        const { invitation } = await access.lockForAnswer(transaction, key)
        const file = (await listFileRows(transaction.db, invitation.id)).find(({ id }) => id === fileId)
        if (!file) throw notFound()
        // Only what was there at the last submission can be part of it; anything else would fill the disk unseen.
        const canBeHandedIn = invitation.submittedAt !== null && file.createdAt <= invitation.submittedAt
        if (canBeHandedIn) await markRemoved(transaction.db, fileId)
        else await deleteFileRow(transaction.db, fileId)
      }),

    /** Deletes removed files that aren't part of what is handed in. The housekeeping deletes their bytes. */
    async deleteRemoved({ db }: { db: Queryable }, invitationId: string): Promise<void> {
      for (const { id, isRemoved } of await listFileRows(db, invitationId)) if (isRemoved) await deleteFileRow(db, id)
    },

    /** Returns a file of an invitation, decrypted. The caller has checked access. Throws `notFound`. */
    async read(inquiry: Pick<InquiryRow, 'id' | 'keyEncrypted'>, invitationId: string, fileId: string) {
      const row = (await listFileRows(database.read, invitationId)).find(({ id }) => id === fileId)
      if (!row) throw notFound()
      const seal = sealing.getSeal(inquiry)
      const { name } = toAnswerFile(seal, row)
      const { stream } = await (await files.getPrivate(row.fileKey)).open()
      return { name, bytes: seal.unsealBytes(await buffer(stream), getFilePurpose(fileId)) }
    },
  }
}

/** Returns a decrypted file as a download that must not be cached. */
export const sendDecrypted = ({ name, bytes }: { name: string; bytes: Buffer }) => ({
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': formatContentDisposition('attachment', name),
    'cache-control': 'private, no-store',
    'content-length': bytes.byteLength,
  },
  body: bytes,
})
