import type { Inquiry } from '../../inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '../../inquiries/messages.ts'
import type { InquiryDocument } from '../../inquiries/statuses.ts'

type Progress = Pick<Inquiry, 'status'> & { openedAt: string | null }

/** Returns why a document of an inquiry doesn't exist yet, or never will; `undefined` if it does. */
export function findDocumentProblem(document: InquiryDocument, { status, openedAt }: Progress): string | undefined {
  if (document === 'clarifications') return status === 'draft' ? MESSAGES.clarificationRecordMissing : undefined
  if (openedAt !== null) return undefined
  if (status === 'closed') return MESSAGES.neverOpened
  return document === 'opening' ? MESSAGES.openingRecordMissing : MESSAGES.sealed
}
