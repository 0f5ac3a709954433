/** Publishes results on product pages, and withdraws them. */
import { randomUUID } from 'node:crypto'
import type { SignedReport } from '#contracts/evaluation-projects/report.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { PublishedResult } from '#contracts/published-evaluations/published-evaluation.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService, WithdrawnMail } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { createPublishedMail } from './mails.ts'
import { moveStatements } from './statements/store.ts'
import {
  type EvaluationRow,
  findCurrentEvaluation,
  findEvaluation,
  insertEvaluation,
  insertReport,
  PUBLISHED_EVALUATIONS_TOPIC,
  updateEvaluation,
} from './store.ts'
import { getValidityEnd } from './validity.ts'
import { getMailIds, isCurrent } from './view.ts'

/** A result to publish on a product's page. */
export type NewPublication = {
  product: { id: string; name: string; catalogue: Catalogue }
  result: PublishedResult
  /** The product's vendor and its contacts. */
  vendor: { name: string; emails: readonly string[] }
}
/** What all results of a report have in common. */
type PublishedSource = { report: SignedReport; isExample: boolean; validUntil: string }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue' | 'outbox'>
  publicUrl: string
}

/** Creates the functions that publish and withdraw results. */
export function createPublications({ database, clock, audit, mail, publicUrl }: Dependencies) {
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
     * Removes a result from its product's page with a reason, and cancels its unsent mails. Returns what became of them;
     * `none` if the same person has withdrawn it with the same reason: the reply to that request may have been lost.
     * Throws `notFound`, `conflict` if it is no longer current.
     */
    withdraw: (id: string, reason: string, actor: Actor): Promise<WithdrawnMail> =>
      database.write(async (transaction) => {
        await transaction.lock(PUBLISHED_EVALUATIONS_TOPIC)
        const row = await findEvaluation(transaction.db, id)
        if (!row) throw notFound(MESSAGES.notFound)
        if (row.withdrawnAt && row.withdrawnBy === actor.name && row.withdrawalReason === reason) return 'none'
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
  }
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
