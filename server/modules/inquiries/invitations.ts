/** Invites vendors by their addresses; the links are mailed to them, and stored as hashes only. */
import { randomUUID } from 'node:crypto'
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { canDo } from '#contracts/colleagues/roles.ts'
import type { Inquiry, InvitationCreate } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { getReminderTime } from '#contracts/rules/inquiries/reminder-time.ts'
import type { AnalyticsService } from '#server/modules/analytics/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import { assertOpen, type Inquiries } from './inquiries.ts'
import type { InquiryMailer } from './mailer.ts'
import { isDue, isToldOfChanges } from './policy.ts'
import type { SendingLimits } from './sending-limits.ts'
import {
  deleteInvitation,
  type InquiryRow,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  updateInvitation,
} from './store.ts'
import { getPublished, parseContents } from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  clock: Clock
  inquiries: Inquiries
  mailer: InquiryMailer
  limits: SendingLimits
  analytics: InquiryCounter
  publicUrl: string
}

/** Counts that products were inquired about. */
export type InquiryCounter = { visits: Pick<AnalyticsService['visits'], 'countProductEvents'> }

export type Invitations = ReturnType<typeof createInvitations>

/** Creates the functions with which an owner invites vendors. */
export function createInvitations({ database, clock, inquiries, mailer, limits, analytics, publicUrl }: Dependencies) {
  /**
   * Mails a new link to an invitation's address. The token is in the fragment, which browsers don't send. Changes nothing
   * if the address refuses inquiries, or got too many today. Throws `conflict` above the owner's daily limit.
   */
  async function mailLink(
    transaction: Transaction,
    inquiry: InquiryRow,
    invitation: InvitationRow,
  ): Promise<'sent' | 'blocked' | 'unsent'> {
    const { db } = transaction
    const statusAt = timestamp(clock)
    if (await mailer.isRefusing(db, invitation.email)) return 'blocked'
    const token = createToken()
    const { newest } = await getPublished(db, inquiry.id)
    const link = `${publicUrl}${PAGES.inquiryAnswering}#${token}`
    if (!(await mailer.invite(transaction, inquiry, invitation, link))) return 'unsent'
    await limits.countInvitation(transaction, inquiry.ownerId)
    const isStarted = invitation.status === 'answering' || invitation.status === 'submitted'
    await updateInvitation(db, invitation.id, {
      tokenHash: sha256(token),
      memberTokenHash: null,
      linkExpiresAt: new Date(Date.parse(newest.deadline) + INQUIRIES.linkMs).toISOString(),
      sentAt: statusAt,
      // A vendor who was reminded before gets a new link, but no second reminder.
      reminderDueAt: invitation.remindedAt === null ? getReminderTime(statusAt, newest.deadline) : null,
      ...(isStarted ? {} : { status: 'sent', statusAt }),
    })
    return 'sent'
  }

  /** Counts an inquiry once for a product, however many addresses are invited for it. */
  async function countInquiry(transaction: Transaction, { id, inquiryId, productId }: InvitationRow): Promise<void> {
    if (productId === null) return
    const others = await listInvitations(transaction.db, inquiryId)
    if (others.some((other) => other.id !== id && other.productId === productId && other.sentAt !== null)) return
    await analytics.visits.countProductEvents(transaction, 'inquired', [productId])
  }

  /** Mails the first link of an invitation, or marks why it wasn't mailed. */
  async function send(transaction: Transaction, inquiry: InquiryRow, invitation: InvitationRow): Promise<void> {
    const status = await mailLink(transaction, inquiry, invitation)
    if (status === 'sent') await countInquiry(transaction, invitation)
    else await updateInvitation(transaction.db, invitation.id, { status, statusAt: timestamp(clock) })
  }

  async function getInvitation({ db }: Transaction, inquiryId: string, id: string): Promise<InvitationRow> {
    const invitation = (await listInvitations(db, inquiryId)).find((row) => row.id === id)
    if (!invitation || invitation.status === 'revoked') throw notFound()
    return invitation
  }

  function assertCanInvite(row: InquiryRow): void {
    if (row.status === 'draft') return
    assertOpen(row)
    if (isDue(row, timestamp(clock))) throw conflict(MESSAGES.notOpen)
  }

  return {
    /** Mails the invitations of an inquiry that is being published. Throws `conflict` above the daily limit. */
    async sendPlanned(transaction: Transaction, inquiry: InquiryRow): Promise<void> {
      for (const invitation of await listInvitations(transaction.db, inquiry.id))
        await send(transaction, inquiry, invitation)
    },

    /**
     * Invites an address for a product: when a draft is published, or at once. Throws `notFound`; `invalid` for an
     * unknown product or a repeated address; `conflict` after the deadline, above the limits, and while no mail can be
     * sent.
     */
    async invite(id: string, { product, email }: InvitationCreate, actor: Actor): Promise<Inquiry> {
      const canMail = await mailer.isReady()
      return writeOnce(database, (transaction) =>
        inquiries.change(transaction, { id, actor, right: 'run' }, async (row) => {
          assertCanInvite(row)
          if (row.status === 'open' && !canMail) throw conflict(MESSAGES.mailNotReady)
          const productId = parseContents(row).products.find(({ key }) => key === product)?.productId ?? null
          const at = timestamp(clock)
          const invitation = createRow({ inquiryId: id, product, productId, email: email.toLowerCase(), at })
          assertValidInvitation(invitation, row, await listInvitations(transaction.db, id))
          await insertInvitation(transaction.db, invitation)
          if (row.status === 'open') await send(transaction, row, invitation)
          return { changes: {}, action: 'inquiry.invitations', detail: '邀请' }
        }),
      )
    },

    /**
     * Mails a new link to an invited address; the previous one stops working. Throws `notFound`; `conflict` as
     * `invite` does, and if the address gets no mail, whose link goes on working then.
     */
    async renew(id: string, invitationId: string, actor: Actor): Promise<Inquiry> {
      const canMail = await mailer.isReady()
      return writeOnce(database, (transaction) =>
        inquiries.change(transaction, { id, actor, right: 'run' }, async (row) => {
          assertOpen(row)
          assertCanInvite(row)
          if (!canMail) throw conflict(MESSAGES.mailNotReady)
          const status = await mailLink(transaction, row, await getInvitation(transaction, id, invitationId))
          if (status !== 'sent') throw conflict(status === 'blocked' ? MESSAGES.renewalRefused : MESSAGES.renewalUnsent)
          return { changes: {}, action: 'inquiry.invitations', detail: '重寄' }
        }),
      )
    },

    /**
     * Removes an invitation from a draft, or revokes a sent one: its link stops working, the vendor is told, and what it
     * has handed in doesn't count. Throws `notFound`; `forbidden` for secretaries once it was sent; `conflict` after the
     * deadline.
     */
    remove: (id: string, invitationId: string, actor: Actor): Promise<Inquiry> =>
      database.write((transaction) =>
        inquiries.change(transaction, { id, actor, right: 'run' }, async (row) => {
          authorize(
            row.status === 'draft' || canDo(row.role, 'revokeInvitation'),
            forbidden(COLLEAGUE_MESSAGES.notManager),
          )
          assertCanInvite(row)
          const invitation = await getInvitation(transaction, id, invitationId)
          if (row.status === 'draft') await deleteInvitation(transaction.db, invitationId)
          else {
            if (isToldOfChanges(invitation))
              await mailer.notify(transaction, row, invitation, { notice: 'revoked', note: '' })
            await updateInvitation(transaction.db, invitationId, {
              status: 'revoked',
              statusAt: timestamp(clock),
              tokenHash: null,
              memberTokenHash: null,
              linkExpiresAt: null,
            })
          }
          return { changes: {}, action: 'inquiry.invitations', detail: '撤销' }
        }),
      ),
  }
}

/** Throws `invalid` for an unknown product or a repeated address, `conflict` above the limit. */
function assertValidInvitation(
  { product, email }: InvitationRow,
  inquiry: InquiryRow,
  others: readonly InvitationRow[],
): void {
  if (!parseContents(inquiry).products.some(({ key }) => key === product))
    throw invalidField('product', MESSAGES.productUnknown)
  const active = others.filter(({ status }) => status !== 'revoked')
  if (active.some((other) => other.product === product && other.email === email))
    throw invalidField('email', MESSAGES.alreadyInvited)
  if (others.length >= INQUIRIES.invitations) throw conflict(MESSAGES.tooManyInvitations(INQUIRIES.invitations))
}

type NewInvitation = Pick<InvitationRow, 'inquiryId' | 'product' | 'productId' | 'email'> & { at: string }

const createRow = ({ inquiryId, product, productId, email, at }: NewInvitation): InvitationRow => ({
  id: randomUUID(),
  inquiryId,
  product,
  productId,
  email,
  status: 'planned',
  statusAt: at,
  tokenHash: null,
  memberTokenHash: null,
  linkExpiresAt: null,
  sentAt: null,
  submittedAt: null,
  submittedVersion: null,
  withdrawnAt: null,
  submissionHash: null,
  reminderDueAt: null,
  remindedAt: null,
  outcome: null,
  outcomeText: '',
  createdAt: at,
})
