import { randomUUID } from 'node:crypto'
import type { SignedReport } from '#contracts/evaluation-projects/report.ts'
import { PUBLICATION } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { Publication, PublicationCounts, PublicationQuery } from '#contracts/published-evaluations/publication.ts'
import type { PublishedEvaluation, PublishedResult } from '#contracts/published-evaluations/published-evaluation.ts'
import { PUBLICATION_STATUSES } from '#contracts/published-evaluations/statuses.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { getValidityEnd } from '#contracts/rules/evaluation/validity.ts'
import { buildSearchLines, buildSearchPatterns } from '#contracts/rules/search-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService, WithdrawnMail } from '#server/modules/mail/service.ts'
import { createSyncedIndex } from '#server/modules/search/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { createPublishedMail } from './mails.ts'
import { createVendorStatements } from './statements/service.ts'
import { listOpenStatements, moveStatements } from './statements/store.ts'
import {
  countEvaluations,
  type EvaluationRow,
  findCurrentEvaluation,
  findCurrentReport,
  findEvaluation,
  findReportReference,
  insertEvaluation,
  insertReport,
  listCurrentEvaluations,
  listCurrentIds,
  listEvaluations,
  listVerdicts,
  PUBLISHED_EVALUATIONS_TOPIC,
  type PublicationFilter,
  type PublishedReportRow,
  updateEvaluation,
} from './store.ts'
import { type RankedVerdict, type ValidVerdicts, VerdictIndex } from './verdict-index.ts'
import { getMailIds, getResult, isCurrent, toPublication, toPublishedEvaluation } from './view.ts'

export type { EvaluationRow, PublishedReportRow, RankedVerdict, ValidVerdicts }
export { PUBLISHED_EVALUATIONS_TOPIC }
export type PublishedEvaluationService = ReturnType<typeof createPublishedEvaluationService>

/** A result to publish on a product's page. */
export type NewPublication = {
  product: { id: string; name: string; catalogue: Catalogue }
  result: PublishedResult
  /** The product's vendor and its contacts. */
  vendor: { name: string; emails: readonly string[] }
}
/** What all results of a report have in common. */
export type PublishedSource = { report: SignedReport; isExample: boolean; validUntil: string }

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

  /**
   * Mails the contacts of a product's vendor; only of agent products, on which vendors can make statements. Returns the
   * ids of the mails.
   */
  async function queueMails(transaction: Transaction, { product, result, vendor }: NewPublication): Promise<string[]> {
    if (product.catalogue !== 'agent') return []
    const { recommendation, score } = result
    const ids: string[] = []
    for (const email of vendor.emails) {
      const message = createPublishedMail({
        vendor: { name: vendor.name, email },
        product,
        recommendation,
        score,
        publicUrl,
      })
      ids.push(...[await mail.queue(transaction, message)].filter((id) => id !== null))
    }
    return ids
  }

  /**
   * Mails a result to the vendor and cancels the unsent mails of the previous one, unless the same report is published
   * again. Returns the ids of the result's mails.
   */
  async function updateMails(
    transaction: Transaction,
    { report, isExample }: PublishedSource,
    publication: NewPublication,
    previous: EvaluationRow | undefined,
  ): Promise<string[]> {
    if (previous?.reportId === report.data.id) return getMailIds(previous)
    if (previous) await mail.outbox.cancel(transaction, getMailIds(previous))
    return isExample ? [] : queueMails(transaction, publication)
  }

  return {
    statements,

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

    /** Returns a current evaluation. Throws `notFound`. */
    async get(id: string): Promise<EvaluationRow> {
      const row = await findEvaluation(database.read, id)
      if (!row || !isCurrent(row)) throw notFound(MESSAGES.notFound)
      return row
    },

    /**
     * Publishes results on their products' pages inside the caller's transaction; previous ones are replaced but
     * retained. If a report is published again, with another last day, its vendors' statements and mails remain; with the
     * same day, nothing changes. Other results are mailed to the vendors, instead of the previous ones if their mails
     * weren't sent yet. Each is audited.
     */
    async publish(
      transaction: Transaction,
      source: PublishedSource,
      publications: readonly NewPublication[],
      actor: Actor | null,
    ): Promise<void> {
      const { data, hash, signature, keyId } = source.report
      await transaction.lock(PUBLISHED_EVALUATIONS_TOPIC)
      await insertReport(transaction.db, { id: data.id, dataJson: toCanonicalJson(data), hash, signature, keyId })
      for (const publication of publications) {
        const { product, result } = publication
        const previous = await findCurrentEvaluation(transaction.db, product.id)
        if (previous?.reportId === data.id && previous.validUntil === source.validUntil) continue
        const now = timestamp(clock)
        if (previous) await updateEvaluation(transaction.db, previous.id, { replacedAt: now })
        const mailIds = await updateMails(transaction, source, publication, previous)
        const row = createRow(source, publication, { now, actor, mailIds })
        await insertEvaluation(transaction.db, row)
        if (previous?.reportId === row.reportId) await moveStatements(transaction.db, previous.id, row.id)
        const detail = `${result.recommendation}，${result.score}分，有效至${source.validUntil}，报告${data.id}`
        await audit.record(transaction, { actor, action: 'evaluation.publish', target: product.name, detail })
      }
      transaction.publish(PUBLISHED_EVALUATIONS_TOPIC)
    },

    /**
     * Removes a result from its product's page with a reason, and cancels its unsent mails. Returns what became of them.
     * Throws `notFound`, `conflict` if it is no longer current.
     */
    withdraw: (id: string, reason: string, actor: Actor): Promise<WithdrawnMail> =>
      database.write(async (transaction) => {
        await transaction.lock(PUBLISHED_EVALUATIONS_TOPIC)
        const row = await findEvaluation(transaction.db, id)
        if (!row) throw notFound(MESSAGES.notFound)
        if (!isCurrent(row)) throw conflict(MESSAGES.alreadyEnded)
        await updateEvaluation(transaction.db, id, {
          withdrawnAt: timestamp(clock),
          withdrawnBy: actor.name,
          withdrawalReason: reason,
        })
        transaction.publish(PUBLISHED_EVALUATIONS_TOPIC)
        await audit.record(transaction, {
          actor,
          action: 'evaluation.withdraw',
          target: row.productName,
          detail: reason,
        })
        return mail.outbox.cancel(transaction, getMailIds(row))
      }),

    /**
     * Lists publications newest first, 20 per page, with counts of those that match the other filters. Without
     * `evaluations:publish`, contacts in pending statements are redacted.
     */
    async list({ search, catalogue, status, page }: PublicationQuery, caller: Caller): Promise<PublicationPage> {
      const now = clock.now()
      const patterns = buildSearchPatterns(search)
      const filter: PublicationFilter = { patterns, catalogue, status, now: now.toISOString() }
      const counts: PublicationCounts = { valid: 0, expired: 0, withdrawn: 0, replaced: 0 }
      for (const publicationStatus of PUBLICATION_STATUSES)
        counts[publicationStatus] = await countEvaluations(database.read, { ...filter, status: publicationStatus })
      const totalItems = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
      const limit = PUBLICATION.perPage
      const rows = await listEvaluations(database.read, filter, toRowRange(page, limit))
      const openStatements = await statements.listOpen(
        rows.map(({ id }) => id),
        caller,
      )
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

function createRow(
  { report: { data }, isExample, validUntil }: PublishedSource,
  { product, result }: NewPublication,
  { now, actor, mailIds }: { now: string; actor: Actor | null; mailIds: readonly string[] },
) {
  return {
    id: randomUUID(),
    productId: product.id,
    catalogue: product.catalogue,
    productName: product.name,
    reportId: data.id,
    projectName: data.project.name,
    methodVersion: data.methodVersion,
    isExample,
    recommendation: result.recommendation,
    score: result.score,
    total: result.total,
    resultJson: JSON.stringify(result),
    evaluatedAt: data.createdAt,
    validUntil,
    endsAt: getValidityEnd(validUntil),
    publishedAt: now,
    publishedBy: actor?.name ?? '',
    replacedAt: null,
    withdrawnAt: null,
    withdrawnBy: '',
    withdrawalReason: '',
    mailIdsJson: JSON.stringify(mailIds),
    searchText: buildSearchLines([product.name, data.project.name]),
  }
}
