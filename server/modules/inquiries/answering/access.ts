/** Authorizes vendors by the link of their invitation. */
import { ANSWERING_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { describeDeadline } from '../mails.ts'
import { canAnswer, canUseLink } from '../policy.ts'
import { findInvitationByToken, type InquiryRow, type SubmissionRow } from '../store.ts'
import { getInquiry, lockInquiry } from '../stored-inquiry.ts'

export type VendorAccess = ReturnType<typeof createVendorAccess>
export type Invited = { invitation: SubmissionRow; inquiry: InquiryRow }

/** Creates the functions that find what a link gives access to. */
export function createVendorAccess({ database, clock }: { database: Database; clock: Clock }) {
  async function getInvitation(db: Queryable, token: string): Promise<SubmissionRow> {
    const invitation = await findInvitationByToken(db, sha256(token))
    authorize(canUseLink(invitation, timestamp(clock)), notFound(MESSAGES.invalidLink))
    return invitation
  }

  async function lock(transaction: Transaction, token: string): Promise<Invited> {
    const { inquiryId } = await getInvitation(transaction.db, token)
    const inquiry = await lockInquiry(transaction, inquiryId)
    // Read again after locking: it may have been revoked in between.
    return { invitation: await getInvitation(transaction.db, token), inquiry }
  }

  return {
    /** Returns the invitation with its inquiry. Throws `notFound` if the link gives no access (any more). */
    async get(token: string): Promise<Invited> {
      const invitation = await getInvitation(database.read, token)
      return { invitation, inquiry: await getInquiry(database.read, invitation.inquiryId) }
    },

    /** Like `get`, but locks the inquiry until the transaction ends. */
    lock,

    /** Like `lock`, for changes: throws `conflict` after the deadline, with its time, and once the inquiry has ended. */
    async lockForAnswer(transaction: Transaction, token: string): Promise<Invited> {
      const invited = await lock(transaction, token)
      assertCanAnswer(invited.inquiry, timestamp(clock))
      return invited
    },
  }
}

/** Throws `conflict` if vendors can't change their answers any more. */
export function assertCanAnswer(inquiry: InquiryRow, now: string): void {
  if (canAnswer(inquiry, now)) return
  const isLate = inquiry.status === 'open' || inquiry.status === 'opened'
  throw conflict(isLate ? MESSAGES.late(describeDeadline(inquiry.deadline ?? '')) : MESSAGES.closed)
}
