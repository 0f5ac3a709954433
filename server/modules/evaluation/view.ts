import { type Report, ReportSchema } from '#contracts/evaluation/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import type { ReportRow } from './store.ts'

/** Converts a stored report to the reply for anyone who knows its id. */
export function toReport(row: ReportRow): Report {
  const { id, productName, techScore, businessScore, marketScore, score, recommendation, createdAt } = row
  return ReportSchema.parse({
    reportId: id,
    productName,
    techScore,
    businessScore,
    marketScore,
    score,
    recommendation,
    createdAt,
    weights: row.weightsJson,
    thresholds: row.thresholdsJson,
    disclaimer: EVALUATION_MESSAGES.selfAssessed,
  })
}
