/** The documents that the worker thread of `service.ts` writes: large ones take seconds. */
import type { OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import { writeAnswerWorkbook } from './answer-sheets.ts'
import type { InquiryRecord } from './record.ts'

export { writeClarificationRecord, writeOpeningRecord } from './word-records.ts'

/** Returns the workbook of the answers. */
export const writeAnswers = ({ record, opened }: { record: InquiryRecord; opened: readonly OpenedAnswers[] }) =>
  writeAnswerWorkbook(record, opened)
