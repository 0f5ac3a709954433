import { z } from 'zod'
import type { Publication } from '#contracts/published-evaluations/publication.ts'
import {
  type PublishedEvaluation,
  type PublishedResult,
  PublishedResultSchema,
  type ReportReference,
} from '#contracts/published-evaluations/published-evaluation.ts'
import type { OwnStatement, StatementRecord } from '#contracts/published-evaluations/statement.ts'
import type { PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import type { StatementRow } from './statements/store.ts'
import type { EvaluationRow, ReportReferenceRow } from './store.ts'
import { hasEnded } from './validity.ts'

const MailIdsSchema = z.array(z.string())

/** Returns whether an evaluation is neither withdrawn nor replaced. */
export const isCurrent = ({ withdrawnAt, replacedAt }: EvaluationRow): boolean =>
  withdrawnAt === null && replacedAt === null

const getValidity = ({ endsAt }: EvaluationRow, now: Date) => (hasEnded(endsAt, now) ? 'expired' : 'valid')

/** Returns a row's status at a time. */
export function getStatus(row: EvaluationRow, now: Date): PublicationStatus {
  if (row.withdrawnAt !== null) return 'withdrawn'
  if (row.replacedAt !== null) return 'replaced'
  return getValidity(row, now)
}

const toProduct = ({ productId, productName, catalogue }: EvaluationRow) => ({
  id: productId,
  name: productName,
  catalogue,
})

const toReportReference = ({ id, hash, signature, keyId }: ReportReferenceRow): ReportReference => ({
  id,
  hash,
  signature,
  keyId,
})

/** Returns a row's result as published. */
export const getResult = (row: EvaluationRow): PublishedResult => PublishedResultSchema.parse(row.resultJson)

/** Returns the ids of the mails that inform the vendor of an evaluation. */
export const getMailIds = (row: EvaluationRow): string[] => MailIdsSchema.parse(row.mailIdsJson)

/** Returns a current evaluation's public view. */
export const toPublishedEvaluation = (
  row: EvaluationRow,
  report: ReportReferenceRow,
  statement: StatementRow | undefined,
  now: Date,
): PublishedEvaluation => {
  const result = getResult(row)
  return {
    id: row.id,
    status: getValidity(row, now),
    product: toProduct(row),
    recommendation: result.recommendation,
    score: result.score,
    total: result.total,
    coverage: result.coverage,
    judges: result.judges,
    candidates: result.candidates,
    thresholds: result.thresholds,
    groups: result.groups,
    methodVersion: row.methodVersion,
    evaluatedAt: row.evaluatedAt,
    publishedAt: row.publishedAt,
    validUntil: row.validUntil,
    isExample: row.isExample,
    report: toReportReference(report),
    statement: statement ? { text: statement.text, at: statement.createdAt } : null,
  }
}

/** Returns a row as the back office lists it, with its published and pending statements. */
export const toPublication = (row: EvaluationRow, statements: readonly StatementRecord[], now: Date): Publication => ({
  id: row.id,
  status: getStatus(row, now),
  product: toProduct(row),
  recommendation: row.recommendation,
  score: row.score,
  projectName: row.projectName,
  reportId: row.reportId,
  methodVersion: row.methodVersion,
  isExample: row.isExample,
  evaluatedAt: row.evaluatedAt,
  validUntil: row.validUntil,
  publishedAt: row.publishedAt,
  publishedBy: row.publishedBy,
  replacedAt: row.replacedAt,
  withdrawal:
    row.withdrawnAt === null ? null : { at: row.withdrawnAt, by: row.withdrawnBy, reason: row.withdrawalReason },
  statement: statements.find(({ status }) => status === 'approved') ?? null,
  pendingStatement: statements.find(({ status }) => status === 'pending') ?? null,
})

/** Returns a statement as the back office shows it. */
export const toStatementRecord = (row: StatementRow): StatementRecord => ({
  id: row.id,
  text: row.text,
  status: row.status,
  author: row.authorName,
  isByStaff: row.isByStaff,
  createdAt: row.createdAt,
  decidedAt: row.decidedAt,
  decidedBy: row.decidedAt === null ? null : row.decidedBy,
  reason: row.reason,
})

/** Returns a statement as its author sees it. */
export const toOwnStatement = ({ id, text, status, createdAt, reason }: StatementRow): OwnStatement => ({
  id,
  text,
  status,
  createdAt,
  reason,
})
