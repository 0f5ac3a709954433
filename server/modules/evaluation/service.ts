import { randomBytes } from 'node:crypto'
import type { EvaluationResult, Report, ReportRequest } from '#contracts/evaluation/evaluation.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { calculateScore, getRecommendation, type Scores } from '#contracts/rules/score.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { FileService, ServedFile } from '#server/modules/files/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findReport, insertReport } from './store.ts'
import { toReport } from './view.ts'

export type EvaluationService = ReturnType<typeof createEvaluationService>

/**
 * Returns the change feed's name for a report. A report never changes, so nothing touches it: the feed keeps a row for
 * every name that was ever touched.
 */
export const reportName = (id: string): string => `report:${id}`

/** 128 bits: a report is open to whoever was given its address, and to nobody else. */
const ID_BYTES = 16
const REPORT_ID = /^[\w-]{22}$/

/** Creates the service for the scoring tool, its reports and checklists. */
export function createEvaluationService(dependencies: {
  database: Database
  clock: Clock
  content: ContentService
  files: FileService
}) {
  const { database, clock, content, files } = dependencies
  const getTool = async () => (await content.read('evaluation')).document.evaluationTool

  return {
    /** Counts three scores by the weights and thresholds that the evaluation document holds now. */
    async calculate(scores: Scores): Promise<EvaluationResult> {
      const { weights, thresholds } = await getTool()
      const score = calculateScore(scores, weights)
      return { score, recommendation: getRecommendation(score, thresholds) }
    },

    /** Counts again and keeps the result with what it was counted by. Returns the report's id. */
    async createReport({ productName, techScore, businessScore, marketScore }: ReportRequest): Promise<string> {
      const { weights, thresholds } = await getTool()
      const score = calculateScore({ techScore, businessScore, marketScore }, weights)
      const id = randomBytes(ID_BYTES).toString('base64url')
      const row = {
        id,
        productName,
        techScore,
        businessScore,
        marketScore,
        score,
        recommendation: getRecommendation(score, thresholds),
        weightsJson: JSON.stringify(weights),
        thresholdsJson: JSON.stringify(thresholds),
        createdAt: timestamp(clock),
      }
      await database.write(({ tx }) => insertReport(tx, row))
      return id
    },

    /** Returns a kept report. Throws `notFound` if there is none, whatever the id looks like. */
    async findReport(id: string): Promise<Report> {
      const row = REPORT_ID.test(id) ? await findReport(database.read, id) : undefined
      if (!row) throw notFound(MESSAGES.reportNotFound)
      return toReport(row)
    },

    /**
     * Returns a file that the evaluation document lists under exactly this path, and its listed name; else `notFound`.
     */
    async findAttachment(path: string): Promise<{ file: ServedFile; filename: string }> {
      const attachment = (await getTool()).attachments.find((attachment) => attachment.path === path)
      if (!attachment) throw notFound()
      return { file: await files.find(attachment.path), filename: attachment.filename }
    },
  }
}
