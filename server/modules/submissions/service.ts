import { randomUUID } from 'node:crypto'
import { OWN_DATA_ROWS_MAX, OWN_SUBMISSIONS_MAX } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import type { OwnSubmissions, SubmissionProgress } from '#contracts/submissions/progress.ts'
import type { SubmissionReceipt, SubmissionRequest, SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { UPDATE_MESSAGES } from '#contracts/vendors/messages.ts'
import type { UpdatableField } from '#contracts/vendors/updatable-fields.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { ScreenshotService } from '#server/modules/screenshots/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { listAskedKeys } from './asked-keys.ts'
import { createSubmissionAttachments, type SubmissionFileRow } from './attachments/service.ts'
import { changeSubmission, lockSubmissions, type SubmissionTransaction } from './change-submission.ts'
import { createConversations } from './conversation/service.ts'
import { type SubmissionContents, SubmissionContentsSchema, toContents } from './corrections/contents.ts'
import { createCorrections, type SubmissionVersionRow } from './corrections/service.ts'
import { createDecisions, UNDECIDED_COLUMNS } from './decisions.ts'
import { createSubmissionEvents } from './events.ts'
import { createSubmissionMails } from './mails.ts'
import { canSeeProgress } from './policy.ts'
import { createReceipt, normalizeReceipt } from './receipt.ts'
import { createRecycleBin } from './recycle-bin.ts'
import {
  findSubmission,
  findSubmissionByReceipt,
  findUndecidedUpdate,
  hasPendingUpdate,
  insertSubmission,
  listPendingUpdates,
  listSubmissionsByEmail,
  SUBMISSIONS_TOPIC,
  type SubmissionFields,
  type SubmissionRow,
  updateSubmission,
} from './store.ts'
import { categorizeSubmission } from './submission-category.ts'
import { buildSubmissionSearch, listSearchPatterns } from './submission-search.ts'
import { suggestCategory } from './suggest-category.ts'
import { parseReasons, toContactData, toSubmissionProgress } from './view.ts'

export type { SubmissionContents, SubmissionFileRow, SubmissionRow, SubmissionVersionRow }
export {
  listAskedKeys,
  listSearchPatterns,
  lockSubmissions,
  parseReasons,
  SubmissionContentsSchema,
  suggestCategory,
  toContents,
}

/** The listed product that a submission updates, and the fields of the form that its vendor changed. */
type SubmittedUpdate = {
  productId: string
  changedFields: readonly UpdatableField[]
  /** Called inside the transaction that stores the submission. */
  onStored?: (transaction: Transaction) => Promise<void>
}
export type WithdrawnSubmission = { row: SubmissionRow; files: readonly SubmissionFileRow[] }
export type SubmissionService = ReturnType<typeof createSubmissionService>

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  content: Pick<ContentService, 'listChoices'>
  products: ProductService
  facts: FactService
  files: FileService
  screenshots: ScreenshotService
  audit: AuditService
  mail: MailService
  outbox: Pick<OutboxService, 'record' | 'recordFor'>
  accounts: Pick<IdentityService['accounts'], 'find'>
  publicUrl: string
}

/** Creates the service for products that vendors submit. */
export function createSubmissionService(dependencies: Dependencies) {
  const { database, clock, settings } = dependencies
  const attachments = createSubmissionAttachments(dependencies)
  const mails = createSubmissionMails(dependencies)
  const events = createSubmissionEvents(dependencies)
  const decisions = createDecisions({ ...dependencies, mails, events })
  const corrections = createCorrections({ ...dependencies, attachments, events, mails })
  const conversations = createConversations({ ...dependencies, mails, events })
  const recycleBin = createRecycleBin({ ...dependencies, attachments })

  /** Lists submissions with the account's email address as contact, newest first; `undefined` until it is verified. */
  async function listOwnRows(userId: string, limit: number): Promise<SubmissionRow[] | undefined> {
    const user = await dependencies.accounts.find(database.read, userId)
    return user?.emailVerifiedAt ? listSubmissionsByEmail(database.read, user.email, limit) : undefined
  }

  /** Lists the categories that an approval can assign. Don't call it inside a transaction. */
  const listCategories = async () => (await dependencies.content.listChoices('agent')).categories

  /** Stores a pending submission with its files inside the caller's transaction, which has locked the submissions. */
  async function insert(
    transaction: SubmissionTransaction,
    request: SubmissionRequest,
    update: SubmittedUpdate | null,
  ): Promise<SubmissionRow> {
    const { agreeToTerms: _, files, screenshots, facts, ...fields } = request
    const now = clock.now()
    const createdAt = now.toISOString()
    const id = randomUUID()
    const receipt = createReceipt(now)
    const row = await insertSubmission(transaction.db, {
      ...fields,
      ...buildSubmissionSearch({ ...request, receipt }),
      id,
      receipt,
      category: categorizeSubmission(request),
      factsJson: JSON.stringify(facts),
      updatesProductId: update?.productId ?? null,
      changedFieldsJson: update && JSON.stringify([...new Set(update.changedFields)]),
      ...UNDECIDED_COLUMNS,
      reviewNotes: '',
      vendorNotes: '',
      checklistJson: '[]',
      version: 1,
      termsVersion: await settings.getTermsVersion(transaction.db),
      deletedAt: null,
      createdAt,
      updatedAt: createdAt,
    })
    await attachments.claim(transaction, { id, updatesProductId: row.updatesProductId }, { files, screenshots })
    transaction.publish(SUBMISSIONS_TOPIC)
    return row
  }

  return {
    attachments,
    recycleBin,
    corrections,
    conversations,
    listCategories,
    applyDecision: decisions.applyDecision,
    applyReturn: decisions.applyReturn,
    withdrawDecision: decisions.withdraw,

    /** Changes columns of a submission inside the caller's transaction. */
    change: (
      transaction: SubmissionTransaction,
      row: SubmissionRow,
      fields: SubmissionFields,
      actor: Actor,
    ): Promise<SubmissionRow> => changeSubmission(transaction, row, fields, createSaveStamp(clock, actor)),

    /**
     * Stores a submission and returns the receipt for its status. If enabled in the settings, a new product is approved in the same transaction. Throws `invalid` for facts that
     * don't match their attributes and for expired certificates, `conflict` if an update of the product is pending.
     */
    async submit(request: SubmissionRequest, update: SubmittedUpdate | null = null): Promise<SubmissionReceipt> {
      const errors = await dependencies.facts.submitted.listErrors('agent', request.facts)
      if (errors.length > 0) throw invalidFields(errors)
      const { autoApproveProducts, requireManualReview } = await settings.getContent()
      const isAutomatic = autoApproveProducts && !requireManualReview && update === null
      const categories = isAutomatic ? await listCategories() : []
      const screenshots = isAutomatic ? await attachments.publishScreenshots(request.screenshots) : []
      const { emailNotifications, productSubmissionAlerts } = await settings.getNotifications()
      return writeOnce(database, async (unlocked) => {
        const transaction = await lockSubmissions(unlocked, { withProducts: isAutomatic })
        if (await hasPendingUpdate(transaction.db, update?.productId ?? null))
          throw conflict(UPDATE_MESSAGES.alreadyPending)
        const row = await insert(transaction, request, update)
        await mails.queueReceivedMails(transaction, row, {
          isStaffNotified: emailNotifications && productSubmissionAlerts,
        })
        await events.recordCreated(transaction, row)
        await update?.onStored?.(transaction)
        if (isAutomatic) await decisions.approveAutomatically(transaction, row, { categories, screenshots })
        return { receipt: row.receipt, createdAt: row.createdAt }
      })
    },

    /**
     * Returns the progress of a submission for its receipt and contact email address, in any letter case. Throws the
     * same `notFound` whether or not the receipt exists, so that receipts can't be enumerated.
     */
    async getProgress({ receipt, contactEmail }: SubmissionStatusQuery): Promise<SubmissionProgress> {
      const row = await findSubmissionByReceipt(database.read, normalizeReceipt(receipt))
      authorize(canSeeProgress(row, contactEmail), notFound(MESSAGES.submissionNotFound))
      return toSubmissionProgress(row, await listAskedKeys(dependencies.facts))
    },

    /** Lists submissions with the account's email address as contact, newest first; none until it is verified. */
    async listOwn(userId: string): Promise<OwnSubmissions> {
      const rows = await listOwnRows(userId, OWN_SUBMISSIONS_MAX)
      const askedKeys = await listAskedKeys(dependencies.facts)
      const submissions = (rows ?? []).map((row) => toSubmissionProgress(row, askedKeys))
      return { isEmailVerified: rows !== undefined, submissions }
    },

    /** Lists the undecided updates of products, newest first. */
    listPendingUpdates: (productIds: readonly string[]): Promise<SubmissionRow[]> =>
      listPendingUpdates(database.read, productIds),

    /**
     * Moves an undecided update of a product to the recycle bin, for its vendor. Returns what it contained; also if it is
     * there already, as the first reply may have been lost. Throws `notFound` if it has been decided.
     */
    withdrawUpdate: (productId: string, receipt: string, actor: Actor): Promise<WithdrawnSubmission> =>
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await findUndecidedUpdate(transaction.db, productId, receipt)
        if (!row) throw notFound(UPDATE_MESSAGES.notPending)
        if (row.deletedAt === null) await recycleBin.add(transaction, row, actor)
        return { row, files: await attachments.list(transaction.db, [row.id]) }
      }),

    /** Lists what is stored about an account's owner as the contact of submissions; nothing until it is verified. */
    async listContactData(userId: string) {
      const askedKeys = await listAskedKeys(dependencies.facts)
      return ((await listOwnRows(userId, OWN_DATA_ROWS_MAX)) ?? []).map((row) => toContactData(row, askedKeys))
    },

    /** Lists the messages about the submissions of an account's owner, and those that they wrote as staff. */
    listMessages: async (userId: string) => ({
      asVendor: await conversations.listOf((await listOwnRows(userId, OWN_DATA_ROWS_MAX)) ?? []),
      asStaff: await conversations.listByAuthor(userId),
    }),

    /** Sets the assignee and the deadline of a submission. Its version stays, so that no review in progress conflicts. */
    async assign(
      { db, publish }: Transaction,
      id: string,
      columns: Pick<SubmissionRow, 'assigneeId' | 'assignmentDueAt'>,
    ): Promise<void> {
      const { assigneeId, assignmentDueAt } = columns
      await updateSubmission(db, id, { assigneeId, assignmentDueAt })
      publish(SUBMISSIONS_TOPIC)
    },

    find: findSubmission,

    /** Returns a submission's row. Throws `notFound`. */
    async get(db: Queryable, id: string): Promise<SubmissionRow> {
      const row = await findSubmission(db, id)
      if (!row) throw notFound(SUBMISSION_REVIEW_MESSAGES.notFound)
      return row
    },
  }
}
