/** Inquiries that members who speak for a product, or whose address was invited, find among their own pages. */

import { ANSWERING_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { ReceivedInquiry } from '#contracts/inquiries/received.ts'
import { toAccountKey } from '#contracts/rules/inquiries/account-key.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { Inquiries } from '../inquiries.ts'
import { canAnswer, canUseLink, isInvitedAddress } from '../policy.ts'
import {
  findInvitation,
  type InvitationRow,
  listInvitationsAbout,
  listInvitationsTo,
  updateInvitation,
} from '../store.ts'
import { getInquiry, getPublished, lockInquiry, parseContents } from '../stored-inquiry.ts'

type Dependencies = {
  database: Database
  clock: Clock
  inquiries: Pick<Inquiries, 'findMember'>
  vendors: Pick<VendorService, 'listRepresentedProducts' | 'findAnsweringOrganisation'>
  encryption: Pick<Encryption, 'hash'>
}

/** The purpose of the links that members open from their own pages. */
const LINK_PURPOSE = 'links of members to inquiries'

/** Creates the functions for inquiries that members have received. */
export function createReceived({ database, clock, inquiries, vendors, encryption }: Dependencies) {
  /** Returns the organisation for which a member answers an invitation that wasn't sent to their own address. */
  async function findOrganisation(db: Queryable, { productId, email, createdAt }: InvitationRow, memberId: string) {
    if (productId === null) return undefined
    return vendors.findAnsweringOrganisation(db, { productId, email, sentAt: createdAt }, memberId)
  }

  async function toReceived(
    db: Queryable,
    invitation: InvitationRow,
    { id: memberId, verifiedEmail }: { id: string; verifiedEmail: string },
  ): Promise<ReceivedInquiry> {
    const isOwnAddress = isInvitedAddress(invitation, verifiedEmail)
    const inquiry = await getInquiry(db, invitation.inquiryId)
    const { newest } = await getPublished(db, inquiry.id)
    const { title, products } = parseContents(inquiry)
    return {
      id: invitation.id,
      title,
      productName: products.find(({ key }) => key === invitation.product)?.name ?? '',
      askerName: newest.askerName,
      email: invitation.email,
      organisation: isOwnAddress ? null : ((await findOrganisation(db, invitation, memberId))?.name ?? null),
      isOwnAddress,
      status: invitation.status,
      deadline: newest.deadline,
      canAnswer: canAnswer(inquiry, timestamp(clock)),
      isOpened: inquiry.openedAt !== null,
      submittedAt: invitation.submittedAt,
      outcome: invitation.outcome,
    }
  }

  return {
    /** Lists the inquiries that a member has received, the newest first; none until their address is verified. */
    async list(memberId: string): Promise<ReceivedInquiry[]> {
      const db = database.read
      const { verifiedEmail } = await inquiries.findMember(db, memberId)
      if (verifiedEmail === null) return []
      const { products } = await vendors.listRepresentedProducts(memberId)
      const productIds = products.map(({ id }) => id)
      const own = await listInvitationsTo(db, verifiedEmail.toLowerCase())
      const others = (await listInvitationsAbout(db, productIds)).filter(({ id }) => own.every((one) => one.id !== id))
      const now = timestamp(clock)
      return Promise.all(
        [...own, ...others]
          .filter((invitation) => canUseLink(invitation, now))
          .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
          .map((invitation) => toReceived(db, invitation, { id: memberId, verifiedEmail })),
      )
    },

    /**
     * Returns what a member answers with: a token for what was sent to their own verified address, whose link in the mail
     * goes on working, or the key of their account for what was sent to another address of their organisation. Throws
     * `notFound` for everybody else.
     */
    createLink: (id: string, member: { id: string }): Promise<{ token: string }> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const { verifiedEmail } = await inquiries.findMember(db, member.id)
        const found = await findInvitation(db, id)
        if (!found) throw notFound(MESSAGES.invalidLink)
        await lockInquiry(transaction, found.inquiryId)
        const invitation = await findInvitation(db, id)
        authorize(canUseLink(invitation, timestamp(clock)), notFound(MESSAGES.invalidLink))
        if (!isInvitedAddress(invitation, verifiedEmail)) {
          authorize((await findOrganisation(db, invitation, member.id)) !== undefined, notFound(MESSAGES.invalidLink))
          return { token: toAccountKey(id) }
        }
        // The same link every time, until a new invitation replaces it: a second window mustn't end the first.
        const token = encryption.hash(`${id} ${invitation.tokenHash}`, LINK_PURPOSE)
        await updateInvitation(db, id, { memberTokenHash: sha256(token) })
        return { token }
      }),
  }
}
