import { expect, it } from 'vitest'
import { INQUIRY_MESSAGES as MESSAGES } from '../../inquiries/messages.ts'
import { findDocumentProblem } from './find-document-problem.ts'

const OPENED_AT = '2026-11-21T02:00:00.000Z'

it.each([
  ['the record of the opening of a draft', 'opening', 'draft', null, MESSAGES.openingRecordMissing],
  ['the record of the opening of an open inquiry', 'opening', 'open', null, MESSAGES.openingRecordMissing],
  ['the record of the opening of an opened inquiry', 'opening', 'opened', OPENED_AT, undefined],
  ['the record of the opening of an ended inquiry', 'opening', 'closed', OPENED_AT, undefined],
  ['the record of the opening of a cancelled inquiry', 'opening', 'closed', null, MESSAGES.neverOpened],
  ['the answers of an open inquiry', 'answers', 'open', null, MESSAGES.sealed],
  ['the answers of a cancelled inquiry', 'answers', 'closed', null, MESSAGES.neverOpened],
  ['the answers of an opened inquiry', 'answers', 'opened', OPENED_AT, undefined],
  ['the clarifications of a draft', 'clarifications', 'draft', null, MESSAGES.clarificationRecordMissing],
  ['the clarifications of an open inquiry', 'clarifications', 'open', null, undefined],
  ['the clarifications of a cancelled inquiry', 'clarifications', 'closed', null, undefined],
] as const)('says whether there is a document: %s', (_, document, status, openedAt, problem) => {
  expect(findDocumentProblem(document, { status, openedAt })).toBe(problem)
})
