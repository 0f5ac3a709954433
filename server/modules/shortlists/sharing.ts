/** What shortlists do for their colleagues: rights, handing over, and passing on when an owner's account is closed. */

import { COLLEAGUE_ACTS } from '#contracts/colleagues/roles.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess, SharedItems } from '#server/modules/colleagues/service.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { countOwnShortlists, deleteSubscription, listOwnShortlists, updateShortlist } from './store.ts'
import { getAs, getShortlistRow, type OpenedShortlist } from './stored-shortlist.ts'
import { getOwnShortlistsLock, getShortlistLock, SHORTLISTS_TOPIC } from './topics.ts'

type Dependencies = { clock: Clock; audit: AuditService; colleagues: ColleagueAccess }
type Leaving = { leavingId: string; staysColleague: boolean }

type ShortlistSharing = SharedItems & {
  succeed: (transaction: Transaction, id: string, leaving: Leaving) => Promise<boolean>
  passOn: (transaction: Transaction, ownerId: string) => Promise<void>
}

/** Creates the functions with which the module of colleagues works on shortlists. */
export function createShortlistSharing({ clock, audit, colleagues }: Dependencies): ShortlistSharing {
  const toItem = ({ id, title, ownerId, role }: OpenedShortlist) => ({ id, title, ownerId: ownerId ?? '', role })

  async function setOwner(
    transaction: Transaction,
    id: string,
    ownerId: string,
    saver: { id: string } | null,
  ): Promise<void> {
    const { version } = await getShortlistRow(transaction.db, id)
    await updateShortlist(transaction.db, id, { ownerId, version: version + 1, ...createSaveStamp(clock, saver) })
    transaction.publish(SHORTLISTS_TOPIC)
  }

  /** Gives a shortlist to its successor. Returns `false` if nobody takes it over. */
  async function succeed(transaction: Transaction, id: string, leaving: Leaving): Promise<boolean> {
    const successor = await colleagues.succeed(transaction.db, { kind: 'shortlist', id }, leaving)
    if (successor) await setOwner(transaction, id, successor.id, null)
    return successor !== undefined
  }

  return {
    get: async (db, id, access) => toItem(await getAs(db, id, { colleagues, ...access })),
    async lock(transaction, id, access) {
      await transaction.lockName(getShortlistLock(id))
      return toItem(await getAs(transaction.db, id, { colleagues, ...access }))
    },
    listOwn: async (db, memberId) =>
      (await listOwnShortlists(db, memberId)).map(({ id, title }) => ({ id, title, ownerId: memberId })),

    getLimit: () => Promise.resolve(SHORTLIST_LIMITS.perMember),

    async setOwner(transaction, id, { owner, limit }) {
      await transaction.lockName(getOwnShortlistsLock(owner.id))
      if ((await countOwnShortlists(transaction.db, owner.id)) >= limit) throw conflict(MESSAGES.tooMany(limit))
      await setOwner(transaction, id, owner.id, owner)
    },

    assertEligible: () => Promise.resolve(),

    async forgetColleague({ db }, shortlistId, userId) {
      await deleteSubscription(db, { userId, shortlistId })
    },

    record: (transaction, id, { by, act }) =>
      audit.record(transaction, {
        actor: by,
        action: 'shortlist.colleagues',
        target: id,
        detail: COLLEAGUE_ACTS[act],
      }),

    succeed,

    /** Gives the shortlists of an account that was disabled to their longest-standing co-owners, if they have one. */
    async passOn(transaction, ownerId) {
      for (const { id } of await listOwnShortlists(transaction.db, ownerId))
        await succeed(transaction, id, { leavingId: ownerId, staysColleague: true })
    },
  }
}
