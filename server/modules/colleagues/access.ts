/** Says what a member is to an item that others own, and who takes it over if its owner goes. */
import { randomUUID } from 'node:crypto'
import { type ColleagueRole, canDo, type GuardedAct, type SharedKind } from '#contracts/colleagues/roles.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import {
  type ColleagueRow,
  deleteColleague,
  findColleagueByEmail,
  findOwnColleague,
  ITEM_COLUMNS,
  type ItemRef,
  insertColleague,
  listColleagues,
  listColleaguesOfUser,
  updateColleague,
} from './store.ts'

type Dependencies = { clock: Clock; accounts: Pick<IdentityService['accounts'], 'find'> }

export type ColleagueAccess = ReturnType<typeof createColleagueAccess>

/** The account to which an item passes. */
type Successor = { id: string; name: string }

/** Lists the accounts of those who have joined an item in a role. */
export const listAccountIds = async (db: Queryable, item: ItemRef, role: ColleagueRole): Promise<string[]> =>
  (await listColleagues(db, item)).flatMap((row) => (row.role === role && row.userId !== null ? [row.userId] : []))

/** Lists the active accounts of all who have joined an item, or of those among them who may do an act. */
const listJoinedIds = async (db: Queryable, item: ItemRef, act: GuardedAct | undefined): Promise<string[]> =>
  (await listColleagues(db, item)).flatMap(({ userId, status, role }) =>
    userId !== null && status === 'active' && (act === undefined || canDo(role, act)) ? [userId] : [],
  )

/** Somebody whom a mail about an item goes to. */
type ItemRecipient = { id: string; name: string; email: string }

/** Creates the functions by which the modules of shared items find out who may do what. */
export function createColleagueAccess({ clock, accounts }: Dependencies) {
  /** Returns the longest-standing co-owner who has opened an item and whose account is active; not `leavingId`. */
  async function findSuccessor(db: Queryable, item: ItemRef, leavingId: string) {
    const colleagues = await listColleagues(db, item)
    return colleagues
      .filter(({ role, status, userId }) => role === 'coOwner' && status === 'active' && userId !== leavingId)
      .toSorted((a, b) => (a.joinedAt ?? '').localeCompare(b.joinedAt ?? ''))
      .at(0)
  }

  /**
   * Frees an address in an item, which may have been somebody else's when they were invited: an invitation that nobody
   * has opened goes, and whoever has joined stays with the present address of their account.
   */
  async function freeEmail(db: Queryable, item: ItemRef, email: string): Promise<void> {
    const row = await findColleagueByEmail(db, item, email)
    if (!row) return
    const account = row.userId === null ? undefined : await accounts.find(db, row.userId)
    const current = account?.email.toLowerCase()
    if (current === undefined || current === email) await deleteColleague(db, row.id)
    else {
      await freeEmail(db, item, current)
      await updateColleague(db, row.id, { email: current })
    }
  }

  /** Makes the earlier owner of an item a co-owner of it, inside the transaction that gives it to another. */
  async function keepAsCoOwner(db: Queryable, item: ItemRef, owner: { id: string; email: string }): Promise<void> {
    await freeEmail(db, item, owner.email.toLowerCase())
    await insertColleague(db, createJoined(item, owner, timestamp(clock)))
  }

  return {
    keepAsCoOwner,

    /** Returns a member's row of an item; `undefined` for strangers and for the owner. */
    find: (db: Queryable, item: ItemRef, memberId: string): Promise<ColleagueRow | undefined> =>
      findOwnColleague(db, item, memberId),

    /** Lists the items of a kind that others share with a member, by their ids with the member's role. */
    async listShared(db: Queryable, kind: SharedKind, memberId: string): Promise<ReadonlyMap<string, ColleagueRole>> {
      const rows = await listColleaguesOfUser(db, memberId)
      return new Map(
        rows.flatMap((row) => {
          const id = row[ITEM_COLUMNS[kind]]
          return id === null ? [] : [[id, row.role] as const]
        }),
      )
    },

    /**
     * Lists whom a mail about an item goes to: the accounts of its owner and of all who have joined it, or of those among
     * them who may do an act.
     */
    async listRecipients(
      db: Queryable,
      item: ItemRef,
      { ownerId, act }: { ownerId: string; act?: GuardedAct },
    ): Promise<ItemRecipient[]> {
      const ids = [ownerId, ...(await listJoinedIds(db, item, act))]
      const found = await Promise.all(ids.map((id) => accounts.find(db, id)))
      return found.flatMap((account) => (account ? [{ id: account.id, name: account.name, email: account.email }] : []))
    },

    /** Returns the role of an address, whoever has it. */
    findRoleOfAddress: async (db: Queryable, item: ItemRef, email: string): Promise<ColleagueRole | undefined> =>
      (await listColleagues(db, item)).find((row) => row.email === email.toLowerCase())?.role,

    /** Binds a colleague to the account with which they open an item for the first time. Returns `false` if they have before. */
    async join(db: Queryable, row: ColleagueRow, memberId: string): Promise<boolean> {
      if (row.joinedAt !== null) return false
      await updateColleague(db, row.id, { userId: memberId, joinedAt: timestamp(clock) })
      return true
    },

    /** Does the same for an item that isn't recorded, in a transaction of its own. */
    async joinItem(database: Database, item: ItemRef, memberId: string): Promise<void> {
      const row = await findOwnColleague(database.read, item, memberId)
      if (row && row.joinedAt === null)
        await database.write(({ db }) => updateColleague(db, row.id, { userId: memberId, joinedAt: timestamp(clock) }))
    },

    /** Returns who takes an item over if the account of its owner is closed; `undefined` if nobody does. */
    async findSuccessor(db: Queryable, item: ItemRef, leavingId: string): Promise<Successor | undefined> {
      const row = await findSuccessor(db, item, leavingId)
      return row?.userId ? { id: row.userId, name: row.name ?? '' } : undefined
    },

    /**
     * Takes the successor of an item from its colleagues, inside the transaction that makes them its owner; `undefined` if
     * nobody takes it over. The earlier owner becomes a co-owner if their account stays.
     */
    async succeed(
      db: Queryable,
      item: ItemRef,
      { leavingId, staysColleague }: { leavingId: string; staysColleague: boolean },
    ): Promise<Successor | undefined> {
      const row = await findSuccessor(db, item, leavingId)
      if (!row?.userId) return undefined
      await deleteColleague(db, row.id)
      const leaving = staysColleague ? await accounts.find(db, leavingId) : undefined
      if (leaving) await keepAsCoOwner(db, item, leaving)
      return { id: row.userId, name: row.name ?? '' }
    },
  }
}

/** Returns the row of an earlier owner, who stays as a co-owner. */
export const createJoined = (
  { kind, id }: ItemRef,
  account: { id: string; email: string },
  now: string,
): ColleagueRow => ({
  id: randomUUID(),
  projectId: null,
  shortlistId: null,
  inquiryId: null,
  [ITEM_COLUMNS[kind]]: id,
  role: 'coOwner',
  email: account.email.toLowerCase(),
  userId: account.id,
  invitedAt: now,
  joinedAt: now,
  offeredAt: null,
})
