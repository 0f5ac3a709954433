/** The documents of an inquiry that its owner files: records of its opening and clarifications, and the answers. */
import type { OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_DOCUMENT_LABELS, type InquiryDocument } from '#contracts/inquiries/statuses.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { findDocumentProblem } from '#contracts/rules/inquiries/find-document-problem.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createWorkerPool } from '#server/platform/worker-pool.ts'
import type { Inquiries } from '../inquiries.ts'
import type * as documentWriters from './document-worker.ts'
import { type InquiryRecord, loadRecord } from './record.ts'

type Dependencies = {
  database: Database
  clock: Clock
  inquiries: Pick<Inquiries, 'getReadable'>
  opening: { listAnswers: (id: string, memberId: string) => Promise<OpenedAnswers[]> }
}

/** The largest document takes some seconds on a small machine. */
const POOL_LIMITS = { queueMax: 20, timeoutMs: 60_000 } as const
const EXTENSIONS = { opening: 'docx', clarifications: 'docx', answers: 'xlsx' } as const

/** Creates the function that writes documents. */
export function createDocuments({ database, clock, inquiries, opening }: Dependencies) {
  const pool = createWorkerPool<typeof documentWriters>(new URL('./document-worker.ts', import.meta.url), POOL_LIMITS)
  const writers: Record<InquiryDocument, (record: InquiryRecord, memberId: string) => Promise<Uint8Array>> = {
    opening: (record) => pool.run('writeOpeningRecord', record),
    clarifications: (record) => pool.run('writeClarificationRecord', record),
    answers: async (record, memberId) =>
      pool.run('writeAnswers', { record, opened: await opening.listAnswers(record.id, memberId) }),
  }

  return {
    close: pool.close,

    /** Returns a document as a file. Throws `notFound`; `unavailable` if too many are being written; and `conflict` with the reason while there is none. */
    async get(id: string, document: InquiryDocument, memberId: string) {
      const row = await inquiries.getReadable(database.read, id, memberId)
      const problem = findDocumentProblem(document, row)
      if (problem) throw conflict(problem)
      const record = await loadRecord(database.read, row)
      const extension = EXTENSIONS[document]
      return {
        bytes: Buffer.from(await writers[document](record, memberId)),
        mimetype: EXPORT_CONTENT_TYPES[extension],
        extension,
        name: `${record.contents.title}-${INQUIRY_DOCUMENT_LABELS[document]}-${toDay(clock.now())}`,
      }
    },
  }
}
