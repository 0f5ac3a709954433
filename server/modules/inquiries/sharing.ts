/** What inquiries do for their colleagues: rights, handing over, and passing on when an owner's account is closed. */
import { COLLEAGUE_ACTS } from '#contracts/colleagues/roles.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess, SharedItems } from '#server/modules/colleagues/service.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { getOwnInquiriesLock } from './drafts.ts'
import { countOwnInquiries, listOwnInquiries, updateInquiry } from './store.ts'
import { getAs, getInquiry, lockAs, lockInquiry, type OpenedInquiry, parseContents } from './stored-inquiry.ts'

type Dependencies = { clock: Clock; audit: AuditService; colleagues: ColleagueAccess }
type Leaving = { leavingId: string; staysColleague: boolean }

export type InquirySharing = SharedItems & {
  succeed: (transaction: Transaction, id: string, leaving: Leaving) => Promise<boolean>
  passOn: (transaction: Transaction, ownerId: string) => Promise<void>
}

/** Creates the functions with which the module of colleagues works on inquiries. */
export function createInquirySharing({ clock, audit, colleagues }: Dependencies): InquirySharing {
  const toItem = (row: OpenedInquiry) => ({
    id: row.id,
    title: parseContents(row).title,
    ownerId: row.ownerId,
    role: row.role,
  })

  async function setOwner(
    { db }: Transaction,
    id: string,
    ownerId: string,
    saver: { id: string } | null,
  ): Promise<void> {
    const { version } = await getInquiry(db, id)
    await updateInquiry(db, id, { ownerId, version: version + 1, ...createSaveStamp(clock, saver) })
  }

  /** Gives an inquiry to its successor. Returns `false` if nobody takes it over. */
  async function succeed(transaction: Transaction, id: string, leaving: Leaving): Promise<boolean> {
    await lockInquiry(transaction, id)
    const successor = await colleagues.succeed(transaction.db, { kind: 'inquiry', id }, leaving)
    if (successor) await setOwner(transaction, id, successor.id, null)
    return successor !== undefined
  }

  return {
    get: async (db, id, access) => toItem(await getAs(db, id, { colleagues, ...access })),
    lock: async (transaction, id, access) => toItem(await lockAs(transaction, id, { colleagues, ...access })),
    listOwn: async (db, memberId) =>
      (await listOwnInquiries(db, memberId)).map((row) => ({
        id: row.id,
        title: parseContents(row).title,
        ownerId: memberId,
      })),

    getLimit: () => Promise.resolve(INQUIRIES.perOwner),

    async setOwner(transaction, id, { owner, limit }) {
      await transaction.lockName(getOwnInquiriesLock(owner.id))
      if ((await countOwnInquiries(transaction.db, owner.id)) >= limit) throw conflict(MESSAGES.tooMany(limit))
      await setOwner(transaction, id, owner.id, owner)
    },

    assertEligible: () => Promise.resolve(),

    forgetColleague: () => Promise.resolve(),

    record: (transaction, id, { by, act }) =>
      audit.record(transaction, { actor: by, action: 'inquiry.colleagues', target: id, detail: COLLEAGUE_ACTS[act] }),

    succeed,

    /** Gives the inquiries of an account that was disabled to their longest-standing co-owners, if they have one. */
    async passOn(transaction, ownerId) {
      for (const { id } of await listOwnInquiries(transaction.db, ownerId))
        await succeed(transaction, id, { leavingId: ownerId, staysColleague: true })
    },
  }
}
