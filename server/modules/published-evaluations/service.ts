import { PUBLICATION } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { Publication, PublicationCounts, PublicationQuery } from '#contracts/published-evaluations/publication.ts'
import type { PublishedEvaluation, PublishedResult } from '#contracts/published-evaluations/published-evaluation.ts'
import { PUBLICATION_STATUSES, type PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { createSyncedIndex } from '#server/modules/search/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { createPublications, type NewPublication } from './publications.ts'
import { createVendorStatements } from './statements/service.ts'
import { listOpenStatements } from './statements/store.ts'
import {
  countEvaluations,
  type EvaluationRow,
  findCurrentEvaluation,
  findCurrentReport,
  findEvaluation,
  findLatestEvaluation,
  findPublishing,
  findReportReference,
  listCurrentEvaluations,
  listCurrentIds,
  listEvaluations,
  listVerdicts,
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublicationFilter,
  type PublishedReportRow,
  type Publishing,
} from './store.ts'
import { type ValidVerdicts, VerdictIndex } from './verdict-index.ts'
import { getResult, getStatus, isCurrent, toPublication, toPublishedEvaluation } from './view.ts'

export { getOldestPublishable, getValidityLimits, type ValidityLimits } from './validity.ts'
export type { NewPublication }
export { PUBLISHED_EVALUATIONS_TOPIC }
export type PublishedEvaluationService = ReturnType<typeof createPublishedEvaluationService>

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue' | 'outbox'>
  /** The base URL of links in mails. */
  publicUrl: string
}

/**
 * Creates the service for published evaluations: the result of each product, its history, the signed report, and
 * vendors' statements. It refers to products by id only; the publishing service decides which results may
 * be published.
 */
export function createPublishedEvaluationService({ database, clock, audit, mail, publicUrl }: Dependencies) {
  const getIndex = createSyncedIndex(
    database.changes,
    {
      topics: [PUBLISHED_EVALUATIONS_TOPIC],
      listVersions: async () => (await listCurrentIds(database.read)).map(({ id }) => ({ id, version: 1 })),
      listItems: (ids) => listVerdicts(database.read, ids),
    },
    new VerdictIndex(),
  )
  const statements = createVendorStatements({ database, clock, audit, mail, publicUrl })

  async function toView(row: EvaluationRow): Promise<PublishedEvaluation> {
    const report = await findReportReference(database.read, row.reportId)
    if (!report) throw new Error(`published evaluation ${row.id} has no report`)
    const openStatements = await listOpenStatements(database.read, [row.id])
    const statement = openStatements.find(({ status }) => status === 'approved')
    return toPublishedEvaluation(row, report, statement, clock.now())
  }

  return {
    statements,
    ...createPublications({ database, clock, audit, mail, publicUrl }),

    /** Returns the currently valid verdicts. */
    listValid: async (): Promise<ValidVerdicts> => (await getIndex()).getValidAt(clock.now()),

    /** Lists the most recently published valid evaluations, newest first. */
    listNewest: (limit: number): Promise<EvaluationRow[]> =>
      listEvaluations(
        database.read,
        { patterns: [], catalogue: undefined, status: 'valid', now: timestamp(clock) },
        { limit, offset: 0 },
      ),

    /** Returns when the next verdict expires, as ISO time, which makes cached replies stale; `null` if none will. */
    findNextExpiry: async (): Promise<string | null> => (await getIndex()).findNextExpiry(clock.now()),

    /** Returns the evaluation on a product's page, valid or expired; `null` if there is none. */
    async find(productId: string): Promise<PublishedEvaluation | null> {
      const row = await findCurrentEvaluation(database.read, productId)
      return row ? toView(row) : null
    },

    /** Returns the current evaluation of a product, or else its newest, with its status; `undefined` if it had none. */
    async findLatest(productId: string): Promise<{ row: EvaluationRow; status: PublicationStatus } | undefined> {
      const db = database.read
      const row = (await findCurrentEvaluation(db, productId)) ?? (await findLatestEvaluation(db, productId))
      return row && { row, status: getStatus(row, clock.now()) }
    },

    /** Lists the valid evaluations of products with their results. */
    async listResults(productIds: readonly string[]): Promise<{ row: EvaluationRow; result: PublishedResult }[]> {
      const verdicts = (await getIndex()).getValidAt(clock.now())
      const ids = productIds.filter((id) => verdicts.find(id))
      return (await listCurrentEvaluations(database.read, ids)).map((row) => ({ row, result: getResult(row) }))
    },

    /** Returns the current evaluations of products by product id. */
    async listCurrent(productIds: readonly string[]): Promise<Map<string, EvaluationRow>> {
      return new Map((await listCurrentEvaluations(database.read, productIds)).map((row) => [row.productId, row]))
    },

    /** Returns a signed report as published; `undefined` unless one of its results is current. */
    findReport: (id: string): Promise<PublishedReportRow | undefined> => findCurrentReport(database.read, id),

    /** Returns what was published of a report, and when that was withdrawn. */
    findPublishing: (reportId: string): Promise<Publishing> => findPublishing(database.read, reportId),

    /** Returns a current evaluation. Throws `notFound`. */
    async get(id: string): Promise<EvaluationRow> {
      const row = await findEvaluation(database.read, id)
      if (!row || !isCurrent(row)) throw notFound(MESSAGES.notFound)
      return row
    },

    /** Lists publications newest first, 20 per page, with counts of those that match the other filters. */
    async list({ search, catalogue, status, page }: PublicationQuery): Promise<PublicationPage> {
      const now = clock.now()
      const patterns = buildSearchPatterns(search)
      const filter: PublicationFilter = { patterns, catalogue, status, now: now.toISOString() }
      const counts: PublicationCounts = { valid: 0, expired: 0, withdrawn: 0, replaced: 0 }
      for (const publicationStatus of PUBLICATION_STATUSES)
        counts[publicationStatus] = await countEvaluations(database.read, { ...filter, status: publicationStatus })
      const totalItems = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
      const limit = PUBLICATION.perPage
      const rows = await listEvaluations(database.read, filter, toRowRange(page, limit))
      const openStatements = await statements.listOpen(rows.map(({ id }) => id))
      return {
        items: rows.map((row) => toPublication(row, openStatements.get(row.id) ?? [], now)),
        pagination: toPagination(page, limit, totalItems),
        counts,
        pendingStatements: await statements.countPending(),
      }
    },
  }
}

type PublicationPage = {
  items: Publication[]
  pagination: Pagination
  counts: PublicationCounts
  pendingStatements: number
}
