import { randomUUID } from 'node:crypto'
import { VENDOR_STATEMENT } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type {
  OwnStatement,
  PendingStatement,
  StatementDecision,
  StatementRecord,
} from '#contracts/published-evaluations/statement.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { assertContactsConfirmed } from '#server/platform/public-contacts.ts'
import { type EvaluationRow, findEvaluation, PUBLISHED_EVALUATIONS_TOPIC } from '../store.ts'
import { isCurrent, toOwnStatement, toStatementRecord } from '../view.ts'
import { createDecisionMail } from './mails.ts'
import {
  countPendingStatements,
  findAuthor,
  findStatement,
  insertStatement,
  listOpenStatements,
  listPendingStatements,
  listStatementsByAuthor,
  listStatementsWithProducts,
  type StatementRow,
  updateStatement,
} from './store.ts'

/** The change feed's topic for unpublished statements. */
const STATEMENTS_TOPIC = 'vendor-statements'

/** The author of a statement: the vendor's company, or the staff member who entered it. */
type StatementAuthor = { id: string; name: string }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue'>
  publicUrl: string
}

/** Creates the vendors' statements on evaluations of their products: at most one published and one pending. */
export function createVendorStatements({ database, clock, audit, mail, publicUrl }: Dependencies) {
  /** Locks and returns a current evaluation. Throws `notFound`, `conflict` if it is no longer current. */
  async function lockEvaluation(transaction: Transaction, id: string): Promise<EvaluationRow> {
    await transaction.lock(PUBLISHED_EVALUATIONS_TOPIC)
    const row = await findEvaluation(transaction.db, id)
    if (!row) throw notFound(MESSAGES.notFound)
    if (!isCurrent(row)) throw conflict(MESSAGES.alreadyEnded)
    return row
  }

  /** Returns the evaluation's statement with a status. */
  const findOpen = async (
    { db }: Transaction,
    evaluationId: string,
    status: StatementRow['status'],
  ): Promise<StatementRow | undefined> =>
    (await listOpenStatements(db, [evaluationId])).find((statement) => statement.status === status)

  /** Marks the evaluation's statement with a status, if it has one, as replaced. */
  async function markReplaced(
    transaction: Transaction,
    evaluationId: string,
    status: StatementRow['status'],
  ): Promise<void> {
    const previous = await findOpen(transaction, evaluationId, status)
    if (previous) await updateStatement(transaction.db, previous.id, { status: 'replaced' })
  }

  /** Inserts a statement in place of the one with the same status. */
  async function replaceStatement(transaction: Transaction, row: StatementRow): Promise<void> {
    await markReplaced(transaction, row.evaluationId, row.status)
    await insertStatement(transaction.db, row)
  }

  /** Mails the vendor the decision on a statement; staff who entered one get no mail. */
  async function queueDecisionMail(
    transaction: Transaction,
    row: StatementRow,
    { productName, productId, catalogue }: EvaluationRow,
  ) {
    const author = row.isByStaff ? undefined : await findAuthor(transaction.db, row.authorId)
    if (!author) return
    const isApproved = row.status === 'approved'
    const page = PRODUCT_PAGES[catalogue](productId)
    const evaluationUrl = buildPageUrl(page, SITE_PAGES.product.parameters, { tab: 'evaluation' })
    const url = publicUrl + (isApproved ? evaluationUrl : PAGES.vendorStatement(productId))
    await mail.queue(
      transaction,
      createDecisionMail({ isApproved, author, productName, url, rejectionReason: row.reason }),
    )
  }

  /** Returns a new statement: of a vendor for moderation, or of staff for immediate publication. */
  const createRow = (
    statement: { evaluationId: string; text: string },
    author: StatementAuthor,
    { isByStaff }: { isByStaff: boolean },
  ): StatementRow => {
    const now = timestamp(clock)
    return {
      ...statement,
      id: randomUUID(),
      status: isByStaff ? 'approved' : 'pending',
      authorId: author.id,
      authorName: author.name,
      isByStaff,
      createdAt: now,
      decidedAt: isByStaff ? now : null,
      decidedBy: isByStaff ? author.name : '',
      reason: '',
    }
  }

  return {
    /** Lists an author's statements on an evaluation, newest first. */
    listOwn: async (evaluationId: string, authorId: string): Promise<OwnStatement[]> =>
      (await listStatementsByAuthor(database.read, evaluationId, authorId)).map(toOwnStatement),

    /** Lists all statements of an author with their products, newest first. */
    async listAllByAuthor(authorId: string): Promise<(OwnStatement & { productName: string; authorName: string })[]> {
      const rows = await listStatementsWithProducts(database.read, authorId)
      return rows.map((row) => ({
        ...toOwnStatement(row),
        productName: row.productName,
        authorName: row.authorName,
      }))
    },

    /**
     * Submits a vendor's statement for moderation. It replaces a pending one. A published one stays visible until then. `company` is the stated author,
     * `actor` the account. Throws `notFound`, `conflict`.
     */
    submit: (evaluationId: string, text: string, company: string, actor: Actor): Promise<OwnStatement> =>
      writeOnce(database, async (transaction) => {
        const { productName } = await lockEvaluation(transaction, evaluationId)
        const row = createRow({ evaluationId, text }, { id: actor.id, name: company }, { isByStaff: false })
        await replaceStatement(transaction, row)
        transaction.publish(STATEMENTS_TOPIC)
        await audit.record(transaction, { actor, action: 'evaluation.statement', target: productName, detail: '提交' })
        return toOwnStatement(row)
      }),

    /**
     * Publishes a statement that staff enter for a vendor, unless the same person has just entered the same one. Throws `notFound`, `conflict`.
     */
    publishByStaff: (evaluationId: string, text: string, actor: Actor): Promise<StatementRecord> =>
      database.write(async (transaction) => {
        const { productName } = await lockEvaluation(transaction, evaluationId)
        const current = await findOpen(transaction, evaluationId, 'approved')
        if (current?.isByStaff && current.text === text && current.authorId === actor.id)
          return toStatementRecord(current)
        const row = createRow({ evaluationId, text }, actor, { isByStaff: true })
        await replaceStatement(transaction, row)
        transaction.publish(PUBLISHED_EVALUATIONS_TOPIC)
        await audit.record(transaction, {
          actor,
          action: 'evaluation.statement',
          target: productName,
          detail: '代厂商填写',
        })
        return toStatementRecord(row)
      }),

    /**
     * Publishes a pending statement in place of the previous one, or rejects a pending or published one; its author is
     * mailed. Throws `notFound`, `conflict` if it was already decided or replaced, or if unconfirmed contact data would become
     * public.
     */
    decide: (id: string, { status, reason, confirmed }: StatementDecision, actor: Actor): Promise<StatementRecord> =>
      writeOnce(database, async (transaction) => {
        await transaction.lock(PUBLISHED_EVALUATIONS_TOPIC)
        const row = await findStatement(transaction.db, id)
        const evaluation = row && (await findEvaluation(transaction.db, row.evaluationId))
        if (!row || !evaluation) throw notFound(MESSAGES.statementNotFound)
        if (!canDecide(row, status)) throw conflict(MESSAGES.statementDecided)
        if (status === 'approved') {
          assertContactsConfirmed([{ path: 'text', label: '厂商声明', text: row.text }], confirmed)
          await markReplaced(transaction, row.evaluationId, 'approved')
        }
        const decided = { status, reason, decidedAt: timestamp(clock), decidedBy: actor.name }
        await updateStatement(transaction.db, id, decided)
        await queueDecisionMail(transaction, { ...row, ...decided }, evaluation)
        transaction.publish(PUBLISHED_EVALUATIONS_TOPIC)
        const detail = status === 'approved' ? '通过' : `不通过：${reason}`
        await audit.record(transaction, {
          actor,
          action: 'evaluation.statement',
          target: evaluation.productName,
          detail,
        })
        return toStatementRecord({ ...row, ...decided })
      }),

    /** Lists pending statements, oldest first, 20 per page. */
    listPending: (page: number): Promise<ListPage<PendingStatement>> =>
      readPage({
        page,
        limit: VENDOR_STATEMENT.perPage,
        count: () => countPendingStatements(database.read),
        list: (range) => listPendingStatements(database.read, range),
        toItem: (row) => ({
          ...toStatementRecord(row),
          evaluationId: row.evaluationId,
          product: { id: row.productId, name: row.productName, catalogue: row.catalogue },
        }),
      }),

    /** Returns the number of pending statements. */
    countPending: (): Promise<number> => countPendingStatements(database.read),

    /** Returns the published and pending statements of evaluations, by evaluation id. */
    async listOpen(evaluationIds: readonly string[]): Promise<Map<string, StatementRecord[]>> {
      const rows = Map.groupBy(await listOpenStatements(database.read, evaluationIds), (row) => row.evaluationId)
      return new Map([...rows].map(([id, statements]) => [id, statements.map(toStatementRecord)]))
    },
  }
}

/** Returns whether a statement awaits a decision, or is published and may be rejected. */
const canDecide = (row: StatementRow, status: StatementDecision['status']): boolean =>
  row.status === 'pending' || (row.status === 'approved' && status === 'rejected')
