import type { BulkDecisionResult } from '#contracts/bulk-decisions.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { ApprovalInfo } from '#contracts/submission-review/approval.ts'
import type { BulkSubmissionDecision, SubmissionDecision } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { decideEach } from '#server/platform/decide-each.ts'

type Dependencies = {
  getRow: (id: string) => Promise<SubmissionRow>
  getApprovalInfo: (row: SubmissionRow) => Promise<ApprovalInfo>
  decide: (id: string, decision: SubmissionDecision, actor: Actor & Caller) => Promise<unknown>
}

/** Creates the function that decides on many submissions. */
export function createBulkDecisions({ getRow, getApprovalInfo, decide }: Dependencies) {
  /** Approves or rejects submissions one by one, except those that a reviewer has to look at. */
  return (
    { items, status, vendorNotes }: BulkSubmissionDecision,
    actor: Actor & Caller,
  ): Promise<BulkDecisionResult> => {
    const notes = vendorNotes ? { vendorNotes } : {}
    return decideEach(items, async ({ id, version }) => {
      const row = await getRow(id)
      // Of a decided submission, it is only asked whether this is the same decision again.
      const approval = row.status === 'pending' && status === 'approved' ? await getApprovalInfo(row) : undefined
      return {
        name: row.productName,
        individualReason: findIndividualReason(row, approval, vendorNotes),
        decide: () => decide(id, { status, version, ...notes, ...getUpdates(row, status, approval) }, actor),
      }
    })
  }
}

/** Returns the update that an approval makes if the vendor asked for one. */
function getUpdates(
  { updatesProductId, status: current }: SubmissionRow,
  status: SubmissionDecision['status'],
  approval: ApprovalInfo | undefined,
): Pick<SubmissionDecision, 'updates'> {
  if (status === 'rejected' || updatesProductId === null) return {}
  // The version doesn't matter for the recognition of a repeated decision.
  if (current !== 'pending') return { updates: { id: updatesProductId, version: 0 } }
  return approval?.existing ? { updates: { id: updatesProductId, version: approval.existing.version } } : {}
}

/** Returns why a reviewer has to look at a submission before a decision; `undefined` if they don't. */
function findIndividualReason(
  row: SubmissionRow,
  approval: ApprovalInfo | undefined,
  vendorNotes: string | undefined,
): string | undefined {
  if (row.status !== 'pending') return undefined
  if (vendorNotes && row.vendorNotes !== '' && row.vendorNotes !== vendorNotes) return MESSAGES.bulkHasNotes
  if (!approval) return undefined
  const { existing, suggestedCategory, products, submissions } = approval
  if (row.updatesProductId !== null) {
    if (!existing) return MESSAGES.existingNotFound
    if (existing.fields.contactEmail !== row.contactEmail) return MESSAGES.bulkNewContact
  } else if (existing) return MESSAGES.bulkNameTaken(existing.name)
  const similar =
    products.find(({ reason }) => reason !== 'sameCompany')?.name ??
    submissions.find(({ reason, status }) => reason !== 'sameCompany' && status !== 'rejected')?.productName
  if (similar !== undefined) return MESSAGES.bulkDuplicate(similar)
  return suggestedCategory === '' ? MESSAGES.bulkNoCategory : undefined
}
