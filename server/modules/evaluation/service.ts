import { randomBytes } from 'node:crypto'
import type { EvaluationResult, Report, ReportRequest } from '#contracts/evaluation/evaluation.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Caller } from '#contracts/permissions.ts'
import { calculateScore, getRecommendation, type Scores } from '#contracts/rules/score.ts'
import type { FileService, ServedFile } from '#server/modules/files/service.ts'
import { findOrUndefined, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import type { MethodService } from './methods/service.ts'
import { canReadUnlistedAttachment } from './policy.ts'
import { findReport, insertReport } from './store.ts'
import { toReport } from './view.ts'

export { isUsableMethod } from './methods/method.ts'
export { EVALUATION_METHODS_TOPIC, type MethodService } from './methods/service.ts'
export type EvaluationService = ReturnType<typeof createEvaluationService>

/**
 * Returns the change feed's topic for a report. It is never published, because a report never changes, but a cached
 * reply needs a topic.
 */
export const getReportTopic = (id: string): string => `report:${id}`

/**
 * Returns whether a text has the form of a report's id, of a project or of the scoring tool: 16 bytes in base64url, whose
 * random bits are why a report's URL can't be guessed.
 */
export const isReportId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** Creates the service for the scoring tool, its reports, and the attachments of the evaluation document. */
export function createEvaluationService(dependencies: {
  database: Database
  clock: Clock
  methods: Pick<MethodService, 'getPublicDocument'>
  files: FileService
}) {
  const { database, clock, methods, files } = dependencies
  /** Returns the scoring tool as the caller sees it on the page: as published, or for who reads drafts as saved. */
  const getTool = async (caller: Caller | null) => (await methods.getPublicDocument(caller)).document.evaluationTool

  return {
    /** Returns the weighted total of three scores and the recommendation, with the weights and thresholds of the tool. */
    async calculate(scores: Scores, caller: Caller | null): Promise<EvaluationResult> {
      const { weights, thresholds } = await getTool(caller)
      const score = calculateScore(scores, weights)
      return { score, recommendation: getRecommendation(score, thresholds) }
    },

    /** Recalculates the result with the published method, and stores it with its weights and thresholds. Returns the report's id. */
    async createReport(input: ReportRequest): Promise<{ reportId: string }> {
      const { productName, techScore, businessScore, marketScore } = input
      const { weights, thresholds } = await getTool(null)
      const score = calculateScore({ techScore, businessScore, marketScore }, weights)
      const reportId = randomBytes(16).toString('base64url')
      const row = {
        id: reportId,
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
      return writeOnce(database, async ({ db }) => {
        await insertReport(db, row)
        return { reportId }
      })
    },

    /** Returns a stored report. Throws `notFound` if it doesn't exist or the id is malformed. */
    async getReport(id: string): Promise<Report> {
      const row = isReportId(id) ? await findReport(database.read, id) : undefined
      if (!row) throw notFound(MESSAGES.reportNotFound)
      return toReport(row)
    },

    /**
     * Returns the file that the evaluation document lists under exactly this path as an attachment, and its listed name.
     * Callers who can read content in the back office also get files that aren't listed. Throws `notFound`.
     */
    async getAttachment(path: string, caller: Caller | null): Promise<{ file: ServedFile; filename?: string }> {
      const attachment = (await getTool(null)).attachments.find((item) => item.path === path)
      if (attachment) return { file: await files.get(path), filename: attachment.filename }
      authorize(canReadUnlistedAttachment(caller, path), notFound())
      return { file: await files.get(path) }
    },

    /**
     * Returns all listed attachments whose file exists, with their listed names. Throws `notFound` if there are none.
     */
    async listAttachments(): Promise<{ name: string; open: ServedFile['open'] }[]> {
      const attachments: { name: string; open: ServedFile['open'] }[] = []
      for (const { path, filename } of (await getTool(null)).attachments) {
        const file = await findOrUndefined(files.get(path))
        if (file) attachments.push({ name: filename, open: file.open })
      }
      if (attachments.length === 0) throw notFound()
      return attachments
    },
  }
}
