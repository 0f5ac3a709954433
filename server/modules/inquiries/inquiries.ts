/** What all parts of the module share: access to inquiries, and changes. */
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { Right } from '#contracts/colleagues/roles.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { canRead, findMemberRole, type Member } from './policy.ts'
import { type InquiryRow, updateInquiry } from './store.ts'
import { getInquiry, lockAs, type OpenedInquiry } from './stored-inquiry.ts'
import { buildInquiry } from './view.ts'

type Dependencies = {
  clock: Clock
  accounts: Pick<IdentityService['accounts'], 'find' | 'findByEmail'>
  facts: Pick<FactService, 'attributes'>
  audit: AuditService
  colleagues: ColleagueAccess
  mail: { outbox: Pick<MailService['outbox'], 'countUnsent'> }
}

export type Inquiries = ReturnType<typeof createInquiries>
type Changes = Parameters<typeof updateInquiry>[2]
type Change = { id: string; actor: Actor; ifMatch?: string | undefined; right: Right }
type Recorded = { actor: Actor; action: AuditAction; detail: string }

/** Creates the functions that read and change inquiries. */
export function createInquiries({ clock, accounts, facts, audit, colleagues, mail }: Dependencies) {
  type Account = Omit<Member, 'colleagueRole'> & { askerName: string; email: string }

  async function findMember(db: Queryable, id: string): Promise<Account> {
    const account = await accounts.find(db, id)
    const verifiedEmail = account && account.emailVerifiedAt !== null ? account.email : null
    return {
      id,
      verifiedEmail,
      email: account?.email ?? '',
      askerName: [account?.company, account?.name].filter(Boolean).join(' '),
    }
  }

  /** Returns a member, with their role in an inquiry if they are a colleague of its owner. */
  async function findMemberOf(db: Queryable, inquiryId: string, id: string): Promise<Member> {
    const { verifiedEmail } = await findMember(db, id)
    const colleague = await colleagues.find(db, { kind: 'inquiry', id: inquiryId }, id)
    return { id, verifiedEmail, colleagueRole: colleague?.role }
  }

  /** Returns an inquiry that a member may see. Throws `notFound`. */
  async function getReadable(db: Queryable, id: string, memberId: string): Promise<InquiryRow> {
    const row = await getInquiry(db, id)
    authorize(canRead(row, await findMemberOf(db, id, memberId)), notFound(MESSAGES.notFound))
    return row
  }

  /** Returns whether an active account with the verified address of the second opener exists. */
  async function hasSecondOpener(db: Queryable, { secondOpener }: Pick<InquiryRow, 'secondOpener'>): Promise<boolean> {
    const account = await accounts.findByEmail(db, secondOpener)
    return account?.status === 'active' && account.emailVerifiedAt !== null
  }

  async function getView(db: Queryable, id: string, memberId: string): Promise<Inquiry> {
    const row = await getReadable(db, id, memberId)
    // Only the owner's own name can be shown to vendors.
    const { askerName } = await findMember(db, row.ownerId)
    const isOpenerMissing = row.status === 'open' && row.secondOpener !== '' && !(await hasSecondOpener(db, row))
    const role = findMemberRole(row, await findMemberOf(db, id, memberId)) ?? 'opener'
    const mails = await mail.outbox.countUnsent(db, id)
    return buildInquiry({ db, facts }, row, { role, now: timestamp(clock), askerName, isOpenerMissing, mails })
  }

  return {
    hasSecondOpener,
    findMember,
    findMemberOf,
    getReadable,
    getView,

    /**
     * Changes an inquiry under its lock, and records it. Returns the inquiry. Throws `notFound`, `forbidden`, and
     * `versionConflict` if `ifMatch` is another version.
     */
    async change(
      transaction: Transaction,
      { id, actor, ifMatch, right }: Change,
      act: (row: OpenedInquiry) => Promise<{ changes: Changes; action: AuditAction; detail: string }>,
    ): Promise<Inquiry> {
      const row = await lockAs(transaction, id, { colleagues, memberId: actor.id, right })
      if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict', MESSAGES.stale)
      const { changes, action, detail } = await act(row)
      await updateInquiry(transaction.db, id, {
        ...changes,
        version: row.version + 1,
        ...createSaveStamp(clock, actor),
      })
      await audit.record(transaction, { actor, action, target: id, detail })
      return getView(transaction.db, id, actor.id)
    },

    /** Records an act on an inquiry, which names no vendor and no answer. */
    record: (transaction: Transaction, id: string, { actor, action, detail }: Recorded) =>
      audit.record(transaction, { actor, action, target: id, detail }),
  }
}

/** Throws `conflict` unless an inquiry can still be edited. */
export function assertDraft({ status }: Pick<InquiryRow, 'status'>): void {
  if (status !== 'draft') throw conflict(MESSAGES.notDraft)
}

/** Throws `conflict` unless an inquiry was published and hasn't ended. */
export function assertOpen({ status }: Pick<InquiryRow, 'status'>): void {
  if (status !== 'open') throw conflict(MESSAGES.notOpen)
}
