/** Authorizes vendors: by the link of their invitation, or by their own account as people of the product's organisation. */

import { ANSWERING_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { HandedInBy } from '#contracts/inquiries/question.ts'
import { findAccountInvitation } from '#contracts/rules/inquiries/account-key.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { AppError, conflict, forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { describeDeadline } from '../mails.ts'
import { canAnswer, canUseLink } from '../policy.ts'
import { findInvitationByToken, findSubmission, type InquiryRow, type SubmissionRow } from '../store.ts'
import { getInquiry, lockInquiry } from '../stored-inquiry.ts'

export type VendorAccess = ReturnType<typeof createVendorAccess>

/** What a vendor sends with each call: a key, and whoever is signed in. */
export type AnswerKey = { token: string; user: { id: string; name: string } | null }

/** `by` and `memberId` are who answers by their own account; `null` for whoever has the link, whoever that is. */
export type Invited = {
  invitation: SubmissionRow
  inquiry: InquiryRow
  by: HandedInBy | null
  memberId: string | null
}

type Dependencies = { database: Database; clock: Clock; vendors: Pick<VendorService, 'findAnsweringOrganisation'> }

/** Creates the functions that find what a key gives access to. */
export function createVendorAccess({ database, clock, vendors }: Dependencies) {
  type Access = Omit<Invited, 'inquiry'>

  async function getByLink(db: Queryable, token: string): Promise<Access> {
    const invitation = await findInvitationByToken(db, sha256(token))
    authorize(canUseLink(invitation, timestamp(clock)), notFound(MESSAGES.invalidLink))
    return { invitation, by: null, memberId: null }
  }

  async function getByAccount(db: Queryable, id: string, user: AnswerKey['user']): Promise<Access> {
    if (!user) throw new AppError('unauthenticated', MESSAGES.signIn)
    const invitation = await findSubmission(db, id)
    authorize(canUseLink(invitation, timestamp(clock)), notFound(MESSAGES.invalidLink))
    const { productId, email, createdAt: sentAt } = invitation
    const organisation =
      productId === null
        ? undefined
        : await vendors.findAnsweringOrganisation(db, { productId, email, sentAt }, user.id)
    authorize(organisation !== undefined, notFound(MESSAGES.invalidLink))
    return { invitation, by: { name: user.name, organisation: organisation.name }, memberId: user.id }
  }

  function getAccess(db: Queryable, { token, user }: AnswerKey): Promise<Access> {
    const id = findAccountInvitation(token)
    return id === undefined ? getByLink(db, token) : getByAccount(db, id, user)
  }

  async function lock(transaction: Transaction, key: AnswerKey): Promise<Invited> {
    const { invitation } = await getAccess(transaction.db, key)
    const inquiry = await lockInquiry(transaction, invitation.inquiryId)
    // Read again after locking: it may have been revoked in between.
    return { ...(await getAccess(transaction.db, key)), inquiry }
  }

  return {
    /**
     * Returns the invitation with its inquiry. Throws `notFound` if the key gives no access (any more), and
     * `unauthenticated` for a colleague's key without a session.
     */
    async get(key: AnswerKey): Promise<Invited> {
      const access = await getAccess(database.read, key)
      return { ...access, inquiry: await getInquiry(database.read, access.invitation.inquiryId) }
    },

    /** Like `get`, but locks the inquiry until the transaction ends. */
    lock,

    /** Like `lock`, for changes: throws `conflict` after the deadline, with its time, and once the inquiry has ended. */
    async lockForAnswer(transaction: Transaction, key: AnswerKey): Promise<Invited> {
      const invited = await lock(transaction, key)
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

/** Throws `forbidden` for colleagues: kept answers, refusals and their mails belong to the invited address. */
export function assertInvited({ by }: Pick<Invited, 'by'>): void {
  authorize(by === null, forbidden(MESSAGES.invitedOnly))
}
