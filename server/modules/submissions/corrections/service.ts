import { type SubmittedFact, SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { resumeWorkingDays } from '#contracts/rules/working-days.ts'
import { type CorrectionForm, CorrectionFormSchema, type CorrectionRequest } from '#contracts/submissions/correction.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { ChangedFieldsSchema } from '#contracts/vendors/product-update.ts'
import { UPDATABLE_FIELDS } from '#contracts/vendors/updatable-fields.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { listAskedKeys } from '../asked-keys.ts'
import type { SubmissionAttachments, SubmissionFileRow } from '../attachments/service.ts'
import { changeSubmission, lockSubmissions, type SubmissionTransaction } from '../change-submission.ts'
import { UNDECIDED_COLUMNS } from '../decisions.ts'
import type { SubmissionEvents } from '../events.ts'
import type { SubmissionMails } from '../mails.ts'
import { canSeeProgress } from '../policy.ts'
import { normalizeReceipt } from '../receipt.ts'
import { findSubmissionByReceipt, reindexSubmission, type SubmissionFields, type SubmissionRow } from '../store.ts'
import { categorizeSubmission } from '../submission-category.ts'
import { buildSubmissionSearch } from '../submission-search.ts'
import { parseReasons, toSubmissionProgress } from '../view.ts'
import { toContents } from './contents.ts'
import { insertVersion, listVersions, type SubmissionVersionRow } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: Pick<SettingsService, 'getTermsVersion'>
  facts: Pick<FactService, 'submitted' | 'attributes'>
  attachments: SubmissionAttachments
  events: SubmissionEvents
  mails: Pick<SubmissionMails, 'queueContactChangedMail'>
}

/** A submission that its vendor has to correct; `reviewedAt` is when it was returned. */
type ReturnedRow = SubmissionRow & { reviewedAt: string }

/** Creates the corrections of returned submissions by their vendors (docs/decisions/108). */
export function createCorrections({ database, clock, settings, facts, attachments, events, mails }: Dependencies) {
  /**
   * Returns the submission of a receipt and contact address. Throws the same `notFound` whether or not the receipt exists,
   * `conflict` if it isn't to be corrected.
   */
  async function getReturned(db: Queryable, { receipt, contactEmail }: SubmissionStatusQuery): Promise<ReturnedRow> {
    const row = await findSubmissionByReceipt(db, normalizeReceipt(receipt))
    authorize(canSeeProgress(row, contactEmail), notFound(MESSAGES.submissionNotFound))
    if (row.status === 'pending' && row.correctedAt !== null) throw conflict(RETURN_MESSAGES.alreadyCorrected)
    if (row.status !== 'returned' || row.reviewedAt === null) throw conflict(RETURN_MESSAGES.notReturned)
    return { ...row, reviewedAt: row.reviewedAt }
  }

  /** Stores the present contents as a version, and replaces them by the corrected ones. */
  async function replaceContents(
    transaction: SubmissionTransaction,
    row: ReturnedRow,
    request: CorrectionRequest,
  ): Promise<SubmissionRow> {
    const now = clock.now()
    const correctedAt = now.toISOString()
    const before = toContents(row, await attachments.list(transaction.db, [row.id]))
    await insertVersion(transaction.db, {
      submissionId: row.id,
      contentsJson: JSON.stringify(before),
      reasonsJson: JSON.stringify(row.reasonsJson),
      returnedAt: row.reviewedAt,
      returnedBy: row.reviewedBy,
      returnedByName: row.reviewedByName,
      correctedAt,
    })
    await attachments.replace(transaction, row, { attached: request, at: correctedAt })
    const pause = { pausedAt: new Date(row.reviewedAt), resumedAt: now }
    const corrected = await changeSubmission(
      transaction,
      row,
      {
        ...UNDECIDED_COLUMNS,
        ...toColumns(row, request),
        reasonsJson: '[]',
        correctedAt,
        dueFrom: resumeWorkingDays(new Date(row.dueFrom ?? row.createdAt), pause, SUBMISSION_REVIEW_WORKING_DAYS),
        termsVersion: await settings.getTermsVersion(transaction.db),
      },
      createSaveStamp(clock, null),
    )
    await reindexSubmission(transaction.db, corrected)
    return corrected
  }

  return {
    /** Lists the earlier versions of a submission, newest first. */
    listVersions,

    /** Returns the form of a correction with the present contents. Throws `notFound`, `conflict`. */
    async getForm(proof: SubmissionStatusQuery): Promise<CorrectionForm> {
      const row = await getReturned(database.read, proof)
      const attributesByKey = await facts.attributes.listAll(database.read)
      const askedKeys = await listAskedKeys(facts)
      const isEnded = ({ attribute }: SubmittedFact) => !askedKeys.has(attribute)
      const submitted = SubmittedFactsSchema.parse(row.factsJson)
      return {
        ...toCorrectionForm(row, await attachments.list(database.read, [row.id])),
        reasons: parseReasons(row.reasonsJson, askedKeys),
        facts: submitted.filter((fact) => !isEnded(fact)),
        endedFacts: submitted
          .filter(isEnded)
          .map(({ attribute }) => attributesByKey.get(attribute)?.label ?? attribute),
      }
    },

    /**
     * Replaces the contents of a returned submission, which is pending again with the same receipt. Throws `notFound`,
     * `invalid`, and `conflict` if it isn't to be corrected any more, or was returned again for other reasons.
     */
    async correct(request: CorrectionRequest): Promise<SubmissionProgress> {
      const { receipt, provenEmail: contactEmail, returnedAt } = request
      const errors = await facts.submitted.listErrors('agent', request.facts)
      if (errors.length > 0) throw invalidFields(errors)
      return writeOnce(database, async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await getReturned(transaction.db, { receipt, contactEmail })
        if (row.reviewedAt !== returnedAt) throw conflict(RETURN_MESSAGES.otherReturn)
        const corrected = await replaceContents(transaction, row, request)
        if (isOtherAddress(row, corrected)) await mails.queueContactChangedMail(transaction, row)
        await events.recordCorrected(transaction, corrected)
        return toSubmissionProgress(corrected, await listAskedKeys(facts, transaction.db))
      })
    },
  }
}

export type { SubmissionVersionRow }

/** Returns whether a correction has another contact address; the case of letters makes no difference. */
const isOtherAddress = (before: SubmissionRow, after: SubmissionRow): boolean =>
  before.contactEmail.toLowerCase() !== after.contactEmail.toLowerCase()

/** Returns the columns of the corrected form. An update changes what it changed before, and what the correction changes. */
function toColumns(row: SubmissionRow, request: CorrectionRequest): SubmissionFields {
  const { companyName, contactName, contactEmail, contactPhone, productName, productDescription } = request
  const { targetUsers, keyFeatures, deploymentType, website, additionalInfo, facts } = request
  const changedBefore = ChangedFieldsSchema.nullable().parse(row.changedFieldsJson)
  const changedFields =
    changedBefore && UPDATABLE_FIELDS.filter((field) => changedBefore.includes(field) || row[field] !== request[field])
  return {
    companyName,
    contactName,
    contactEmail,
    contactPhone,
    productName,
    productDescription,
    targetUsers,
    keyFeatures,
    deploymentType,
    website,
    additionalInfo,
    ...buildSubmissionSearch({ ...request, receipt: row.receipt }),
    category: categorizeSubmission(request),
    factsJson: JSON.stringify(facts),
    changedFieldsJson: changedFields && JSON.stringify(changedFields),
  }
}

const FormContentsSchema = CorrectionFormSchema.omit({ reasons: true, facts: true, endedFacts: true })

/** Returns the part of the form that doesn't depend on which attributes are asked for. */
function toCorrectionForm(row: ReturnedRow, files: readonly SubmissionFileRow[]) {
  const uploaded = files.map(({ id, name, size, caption }) => ({ key: id, name, size, caption }))
  return FormContentsSchema.parse({
    receipt: row.receipt,
    returnedAt: row.reviewedAt,
    isUpdate: row.updatesProductId !== null,
    values: row,
    files: uploaded.filter(({ caption }) => caption === null),
    screenshots: uploaded.filter(({ caption }) => caption !== null),
  })
}
