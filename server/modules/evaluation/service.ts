import { randomBytes } from 'node:crypto'
import type { EvaluationResult, Report, ReportRequest } from '#contracts/evaluation/evaluation.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { calculateScore, getRecommendation, type Scores } from '#contracts/rules/score.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import { ATTACHMENTS_PREFIX, type FileService, type ServedFile, toUrl } from '#server/modules/files/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findReport, insertReport } from './store.ts'
import { toReport } from './view.ts'

export { METHODS_TOPIC, type MethodService } from './methods/service.ts'
export type EvaluationService = ReturnType<typeof createEvaluationService>

/**
 * Returns the change feed's topic for a report. A report never changes, so nothing touches it: the feed keeps a row for
 * every name that was ever touched.
 */
export const reportName = (id: string): string => `report:${id}`

/** 128 bits, so that only those who were given a report's address can open it. */
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
     * Returns an attachment that the evaluation document lists under exactly this path, by its listed name. Who edits
     * the document also gets one that it doesn't list, or doesn't list yet. Throws `notFound`.
     */
    async findAttachment(path: string, viewer: Viewer | null): Promise<{ file: ServedFile; filename?: string }> {
      const listed = (await getTool()).attachments.find((attachment) => attachment.path === path)
      if (listed) return { file: await files.find(path), filename: listed.filename }
      if (!can(viewer, 'content:read') || !path.startsWith(toUrl(ATTACHMENTS_PREFIX))) throw notFound()
      return { file: await files.find(path) }
    },

    /** Returns all listed attachments that are still there, by their listed names. Throws `notFound` if none is. */
    async listAttachments(): Promise<{ name: string; open: ServedFile['open'] }[]> {
      const listed = await Promise.all(
        (await getTool()).attachments.map(async ({ path, filename }) => {
          const stored = await files.find(path).catch(() => undefined)
          return stored ? [{ name: filename, open: stored.open }] : []
        }),
      )
      if (listed.flat().length === 0) throw notFound()
      return listed.flat()
    },
  }
}
