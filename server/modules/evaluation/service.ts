import { randomBytes } from 'node:crypto'
import type { EvaluationResult, Report, ReportRequest } from '#contracts/evaluation/evaluation.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { calculateScore, getRecommendation, type Scores } from '#contracts/rules/score.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import { ATTACHMENTS_PREFIX, type FileService, type ServedFile, toFileUrl } from '#server/modules/files/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findReport, insertReport } from './store.ts'
import { toReport } from './view.ts'

export { METHODS_TOPIC, type MethodService } from './methods/service.ts'
export type EvaluationService = ReturnType<typeof createEvaluationService>

/**
 * Returns the change feed's topic for a report. A report never changes, so nothing touches it; the feed would store a
 * row for each touched topic.
 */
export const reportTopic = (id: string): string => `report:${id}`

/** 128 random bits, so that a report's URL can't be guessed. */
const ID_BYTES = 16
const REPORT_ID_PATTERN = /^[\w-]{22}$/

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
    /** Calculates the total of three scores with the current weights and thresholds. */
    async calculate(scores: Scores): Promise<EvaluationResult> {
      const { weights, thresholds } = await getTool()
      const score = calculateScore(scores, weights)
      return { score, recommendation: getRecommendation(score, thresholds) }
    },

    /** Recalculates the result and stores it with its weights and thresholds. Returns the report's id. */
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
      await database.write(({ db }) => insertReport(db, row))
      return id
    },

    /** Returns a stored report. Throws `notFound` if it doesn't exist or the id is malformed. */
    async findReport(id: string): Promise<Report> {
      const row = REPORT_ID_PATTERN.test(id) ? await findReport(database.read, id) : undefined
      if (!row) throw notFound(MESSAGES.reportNotFound)
      return toReport(row)
    },

    /**
     * Returns an attachment that the evaluation document lists under exactly this path, with its listed name. Users who
     * can read content in the back office also get attachments that aren't listed. Throws `notFound`.
     */
    async findAttachment(path: string, caller: Caller | null): Promise<{ file: ServedFile; filename?: string }> {
      const listed = (await getTool()).attachments.find((attachment) => attachment.path === path)
      if (listed) return { file: await files.get(path), filename: listed.filename }
      if (!can(caller, 'content:read') || !path.startsWith(toFileUrl(ATTACHMENTS_PREFIX))) throw notFound()
      return { file: await files.get(path) }
    },

    /**
     * Returns all listed attachments whose file exists, with their listed names. Throws `notFound` if there are none.
     */
    async listAttachments(): Promise<{ name: string; open: ServedFile['open'] }[]> {
      const listed = await Promise.all(
        (await getTool()).attachments.map(async ({ path, filename }) => {
          const stored = await files.get(path).catch(() => undefined)
          return stored ? [{ name: filename, open: stored.open }] : []
        }),
      )
      if (listed.flat().length === 0) throw notFound()
      return listed.flat()
    },
  }
}
