/**
 * Manages those who share a project, a shortlist or an inquiry with its owner: one set of calls for the three kinds, whose
 * modules say who may do what (`access.ts`) and change the owner.
 */
import { randomUUID } from 'node:crypto'
import type { ColleagueCreate, Colleagues, Succession } from '#contracts/colleagues/colleague.ts'
import { COLLEAGUE_MESSAGES as MESSAGES } from '#contracts/colleagues/messages.ts'
import {
  ACT_RIGHTS,
  COLLEAGUE_ROLES,
  type ColleagueAct,
  type ColleagueRole,
  canDo,
  type MemberRole,
  type Right,
  SHARED_KIND_NAMES,
  type SharedKind,
} from '#contracts/colleagues/roles.ts'
import { COLLEAGUES_MAX } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { type ColleagueAccess, createJoined } from './access.ts'
import { type ColleagueMailOccasion, createColleagueMail } from './mails.ts'
import {
  type ColleagueRow,
  deleteColleague,
  deleteColleaguesOfUser,
  ITEM_COLUMNS,
  type ItemRef,
  insertColleague,
  listColleagues,
  listColleaguesOfUser,
  updateColleague,
} from './store.ts'

export { type ColleagueAccess, createColleagueAccess, listAccountIds } from './access.ts'

type SharedItem = { id: string; title: string; ownerId: string }

/** What the module of a kind of items does for this one. */
export type SharedItems = {
  /**
   * Returns an item with the role of a member who has a right to it. Throws `notFound` for strangers, `forbidden` for
   * colleagues without the right.
   */
  get: (
    db: Queryable,
    id: string,
    access: { memberId: string; right: Right },
  ) => Promise<SharedItem & { role: MemberRole }>
  /** Does the same, and locks the item until the transaction ends. */
  lock: (
    transaction: Transaction,
    id: string,
    access: { memberId: string; right: Right },
  ) => Promise<SharedItem & { role: MemberRole }>
  listOwn: (db: Queryable, memberId: string) => Promise<SharedItem[]>
  /** Returns how many items of the kind a member may own; outside of transactions. */
  getLimit: () => Promise<number>
  /** Gives an item to another member. Throws `conflict` if they own `limit` of them already. */
  setOwner: (
    transaction: Transaction,
    id: string,
    { owner, limit }: { owner: { id: string; name: string }; limit: number },
  ) => Promise<void>
  /** Throws `invalid` on `email` for an address that may not have a role. */
  assertEligible: (db: Queryable, id: string, colleague: { email: string; role: ColleagueRole }) => Promise<void>
  /** Removes what an item keeps for the account of a colleague who leaves it. */
  forgetColleague: (transaction: Transaction, id: string, userId: string) => Promise<void>
  /** Records what somebody did, without addresses. */
  record: (transaction: Transaction, id: string, entry: ColleagueRecord) => Promise<void>
}

/** `subject` is the colleague whom an act is about; `detail` may name their role. */
type ColleagueRecord = {
  by: Actor
  act: ColleagueAct
  subject: { id: string; name: string }
  detail: string
}

type Dependencies = {
  database: Database
  clock: Clock
  accounts: Pick<IdentityService['accounts'], 'find'>
  access: ColleagueAccess
  items: Readonly<Record<SharedKind, SharedItems>>
  mail: Pick<MailService, 'queue'>
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

export type ColleagueService = ReturnType<typeof createColleagueService>

const PATHS = { project: PAGES.evaluationProject, shortlist: PAGES.shortlist, inquiry: PAGES.inquiry }

/** Creates the service for colleagues. */
export function createColleagueService(dependencies: Dependencies) {
  const { database, clock, accounts, access, items, mail, settings, publicUrl } = dependencies

  type Recipient = { name: string; email: string; role: ColleagueRole }

  /** Queues a mail about an item. */
  async function notify(
    transaction: Transaction,
    { kind, item, by }: { kind: SharedKind; item: SharedItem; by: Actor },
    { to, occasion }: { to: Recipient; occasion: ColleagueMailOccasion },
  ): Promise<void> {
    const { siteName } = await settings.getGeneral(transaction.db)
    const url = publicUrl + PATHS[kind](item.id)
    const content = createColleagueMail(occasion, {
      siteName,
      name: to.name,
      kind,
      title: item.title,
      url,
      actorName: by.name,
      role: to.role,
    })
    await mail.queue(transaction, { ...content, to: { name: to.name, email: to.email } })
  }

  async function notifyOwner(
    transaction: Transaction,
    context: { kind: SharedKind; item: SharedItem; by: Actor },
    occasion: ColleagueMailOccasion,
  ): Promise<void> {
    const owner = await accounts.find(transaction.db, context.item.ownerId)
    if (owner?.status !== 'active') return
    await notify(transaction, context, { to: { name: owner.name, email: owner.email, role: 'coOwner' }, occasion })
  }

  async function getView(db: Queryable, ref: ItemRef, memberId: string): Promise<Colleagues> {
    const { role, ownerId } = await items[ref.kind].get(db, ref.id, { memberId, right: 'run' })
    const owner = await accounts.find(db, ownerId)
    const own = await access.find(db, ref, memberId)
    return {
      role,
      ownerName: owner?.name ?? '',
      colleagues: (await listColleagues(db, ref)).map((row) => ({
        id: row.id,
        name: row.name ?? '',
        email: row.email,
        role: row.role,
        invitedAt: row.invitedAt,
        joinedAt: row.joinedAt,
        isMe: row.id === own?.id,
        isOffered: row.offeredAt !== null,
      })),
    }
  }

  /** Returns a colleague of an item. Throws `notFound`. */
  async function getColleague(db: Queryable, ref: ItemRef, id: string): Promise<ColleagueRow & { name: string }> {
    const row = (await listColleagues(db, ref)).find((colleague) => colleague.id === id)
    if (!row) throw notFound(MESSAGES.notFound)
    return { ...row, name: row.name ?? '' }
  }

  /** Makes a colleague the owner of an item, and its owner a co-owner. */
  async function takeOver(
    transaction: Transaction,
    ref: ItemRef,
    { item, row, actor, limit }: { item: SharedItem; row: ColleagueRow; actor: Actor; limit: number },
  ): Promise<void> {
    const { db } = transaction
    const owner = await accounts.find(db, item.ownerId)
    const detail = `${owner?.name ?? ''} → ${actor.name}`
    const entry = { by: actor, act: 'handedOver', subject: { id: actor.id, name: '' }, detail } as const
    await items[ref.kind].record(transaction, ref.id, entry)
    await deleteColleague(db, row.id)
    if (owner) await access.keepAsCoOwner(db, ref, owner)
    await items[ref.kind].setOwner(transaction, ref.id, { owner: actor, limit })
  }

  const toSubject = ({ id, userId, name }: Pick<ColleagueRow, 'id' | 'userId'> & { name: string }) => ({
    id: userId ?? id,
    name,
  })

  return {
    /** Lists those who share an item. Throws `notFound` for everybody else. */
    list: (ref: ItemRef, memberId: string): Promise<Colleagues> => getView(database.read, ref, memberId),

    /**
     * Invites an address, which becomes effective for whoever has proved it. Neither the reply nor its timing tells whether
     * it has an account. Throws `notFound`, `forbidden` for secretaries, `invalid`, `conflict` above the limit.
     */
    invite: (ref: ItemRef, { email, role }: ColleagueCreate, actor: Actor): Promise<Colleagues> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        const item = await items[ref.kind].lock(transaction, ref.id, { memberId: actor.id, right: ACT_RIGHTS.share })
        const colleagues = await listColleagues(db, ref)
        if (colleagues.length >= COLLEAGUES_MAX) throw conflict(MESSAGES.tooMany(COLLEAGUES_MAX))
        if (colleagues.some((row) => row.email === email)) throw invalidField('email', MESSAGES.alreadyInvited)
        const owner = await accounts.find(db, item.ownerId)
        if (owner?.email.toLowerCase() === email) throw invalidField('email', MESSAGES.isOwner)
        await items[ref.kind].assertEligible(db, ref.id, { email, role })
        const id = randomUUID()
        const invitedAt = timestamp(clock)
        await insertColleague(db, {
          ...createJoined(ref, { id, email }, invitedAt),
          id,
          role,
          userId: null,
          joinedAt: null,
        })
        await items[ref.kind].record(transaction, ref.id, {
          by: actor,
          act: 'colleagueInvited',
          subject: { id, name: '' },
          detail: COLLEAGUE_ROLES[role],
        })
        const to = { name: '', email, role }
        await notify(transaction, { kind: ref.kind, item, by: actor }, { to, occasion: 'invited' })
        return getView(db, ref, actor.id)
      }),

    /** Removes a colleague, or leaves an item. Throws `notFound`, and `forbidden` for secretaries who would remove others. */
    async remove(ref: ItemRef, colleagueId: string, actor: Actor): Promise<{ hasLeft: boolean }> {
      return database.write(async (transaction) => {
        const { db } = transaction
        const item = await items[ref.kind].lock(transaction, ref.id, { memberId: actor.id, right: 'run' })
        const row = await getColleague(db, ref, colleagueId)
        const hasLeft = (await access.find(db, ref, actor.id))?.id === row.id
        authorize(hasLeft || canDo(item.role, 'share'), forbidden(MESSAGES.notManager))
        await items[ref.kind].record(transaction, ref.id, {
          by: actor,
          act: hasLeft ? 'colleagueLeft' : 'colleagueRemoved',
          subject: toSubject(row),
          detail: COLLEAGUE_ROLES[row.role],
        })
        await deleteColleague(db, row.id)
        if (row.userId !== null) await items[ref.kind].forgetColleague(transaction, ref.id, row.userId)
        const context = { kind: ref.kind, item, by: actor }
        // Whoever never opened it isn't told that an invitation they may not have read is void.
        if (!hasLeft && row.joinedAt !== null) await notify(transaction, context, { to: row, occasion: 'removed' })
        return { hasLeft }
      })
    },

    /** Asks a colleague to take over. Throws `notFound`, `forbidden` unless the owner asks, `conflict` for one who hasn't joined. */
    offerHandover: (ref: ItemRef, colleagueId: string, actor: Actor): Promise<Colleagues> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        const item = await items[ref.kind].lock(transaction, ref.id, { memberId: actor.id, right: ACT_RIGHTS.handOver })
        const row = await getColleague(db, ref, colleagueId)
        if (row.userId === null) throw conflict(MESSAGES.notJoined)
        // Only one colleague at a time.
        for (const { id } of await listColleagues(db, ref)) await updateColleague(db, id, { offeredAt: null })
        await updateColleague(db, row.id, { offeredAt: timestamp(clock) })
        const entry = { by: actor, act: 'handoverOffered', subject: toSubject(row), detail: '' } as const
        await items[ref.kind].record(transaction, ref.id, entry)
        await notify(transaction, { kind: ref.kind, item, by: actor }, { to: row, occasion: 'offered' })
        return getView(db, ref, actor.id)
      }),

    /** Withdraws such an offer. Throws `notFound`, `forbidden` unless the owner does, `conflict` if there is none. */
    withdrawHandover: (ref: ItemRef, colleagueId: string, actor: Actor): Promise<Colleagues> =>
      database.write(async (transaction) => {
        const { db } = transaction
        await items[ref.kind].lock(transaction, ref.id, { memberId: actor.id, right: ACT_RIGHTS.handOver })
        const row = await getColleague(db, ref, colleagueId)
        if (row.offeredAt === null) throw conflict(MESSAGES.notOffered)
        await updateColleague(db, row.id, { offeredAt: null })
        const entry = { by: actor, act: 'handoverWithdrawn', subject: toSubject(row), detail: '' } as const
        await items[ref.kind].record(transaction, ref.id, entry)
        return getView(db, ref, actor.id)
      }),

    /**
     * Takes an item over, whose owner becomes a co-owner, or declines to. Throws `notFound`; `conflict` without an offer, and
     * for a member who has too many of the kind.
     */
    async answerHandover(ref: ItemRef, isAccepted: boolean, actor: Actor): Promise<Colleagues> {
      const limit = await items[ref.kind].getLimit()
      return writeOnce(database, async (transaction) => {
        const { db } = transaction
        const item = await items[ref.kind].lock(transaction, ref.id, { memberId: actor.id, right: 'run' })
        const row = await access.find(db, ref, actor.id)
        if (!row || row.offeredAt === null) throw conflict(MESSAGES.notOffered)
        if (isAccepted) await takeOver(transaction, ref, { item, row, actor, limit })
        else {
          const entry = { by: actor, act: 'handoverDeclined', subject: { id: actor.id, name: '' }, detail: '' } as const
          await items[ref.kind].record(transaction, ref.id, entry)
          await updateColleague(db, row.id, { offeredAt: null })
        }
        const context = { kind: ref.kind, item, by: actor }
        await notifyOwner(transaction, context, isAccepted ? 'accepted' : 'declined')
        return getView(db, ref, actor.id)
      })
    },

    /** Lists a member's own items, with who takes each over if their account is closed. */
    async listSuccessions(memberId: string): Promise<Succession[]> {
      const { read: db } = database
      const successions: Succession[] = []
      for (const kind of SHARED_KIND_NAMES)
        for (const { id, title } of await items[kind].listOwn(db, memberId)) {
          const successor = await access.findSuccessor(db, { kind, id }, memberId)
          successions.push({ kind, id, title, successor: successor?.name ?? null })
        }
      return successions
    },

    /** Lists what others share with a member, for the copy of their data. */
    listOwnMemberships: async (memberId: string) =>
      (await listColleaguesOfUser(database.read, memberId)).map((row) => {
        const kind = SHARED_KIND_NAMES.find((name) => row[ITEM_COLUMNS[name]] !== null)
        const { role, email, invitedAt, joinedAt } = row
        return { kind, id: kind && row[ITEM_COLUMNS[kind]], role, email, invitedAt, joinedAt }
      }),

    /** Removes an account that is being deleted from all items of others, inside the caller's transaction. */
    removeAccountData: ({ db }: Transaction, account: { id: string; email: string }) =>
      deleteColleaguesOfUser(db, account),
  }
}
