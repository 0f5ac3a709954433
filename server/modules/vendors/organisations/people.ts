/** Keeps an organisation in good hands: mails to its people, and who manages it once a manager is gone. */
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createOrganisationMail, type OrganisationOccasion } from './mails.ts'
import { hasOtherManager, isActing } from './policy.ts'
import {
  deleteInvitationsTo,
  deleteOrganisation,
  findOrganisation,
  listMembers,
  listMemberships,
  type OrganisationRow,
  updateMember,
} from './store.ts'

/** Locks all organisations, as domains and products pass between them. */
const ORGANISATIONS_LOCK = 'vendor-organisations'

export type PeopleDependencies = {
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue'>
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

export type OrganisationPeople = ReturnType<typeof createOrganisationPeople>

/** The system, which passes management on. */
const SYSTEM: Actor = { id: 'system', name: '系统', ip: null }

/** Creates the functions that the calls of members and those of staff share. */
export function createOrganisationPeople({ clock, audit, mail, settings, publicUrl }: PeopleDependencies) {
  const lock = ({ lockName }: Transaction) => lockName(ORGANISATIONS_LOCK)

  /** Queues a mail about an organisation. */
  async function notify(
    transaction: Transaction,
    { id, name: organisation }: Pick<OrganisationRow, 'id' | 'name'>,
    to: { name: string; email: string },
    what: OrganisationOccasion,
  ): Promise<void> {
    const { siteName } = await settings.getGeneral(transaction.db)
    // The list of one's own, from which invitations are accepted, unless they can open it already.
    const isMember = ['approved', 'promoted', 'departed'].includes(what.occasion)
    const url =
      publicUrl + buildPageUrl(PAGES.myOrganisations, SITE_PAGES.myOrganisations.parameters, { id: isMember ? id : '' })
    await mail.queue(transaction, {
      ...createOrganisationMail(what, { siteName, organisation }, { name: to.name, url }),
      to,
    })
  }

  /** Deletes an organisation and tells its people, except whoever did it. */
  async function dissolve(transaction: Transaction, organisation: OrganisationRow, actor: Actor): Promise<void> {
    const people = await listMembers(transaction.db, [organisation.id])
    await deleteOrganisation(transaction.db, organisation.id)
    for (const { status, userId, name, accountEmail } of people)
      if (status === 'active' && userId !== actor.id && accountEmail !== null)
        await notify(transaction, organisation, { name: name ?? '', email: accountEmail }, { occasion: 'dissolved' })
    await audit.record(transaction, { actor, action: 'vendor.remove', target: organisation.name, detail: '' })
  }

  /**
   * Makes the longest-standing person the manager of an organisation whose only manager is gone; without anybody else it is
   * dissolved if `isLeaving`.
   */
  async function passOnOne(
    transaction: Transaction,
    { organisationId, id }: { organisationId: string; id: string },
    { isLeaving }: { isLeaving: boolean },
  ): Promise<void> {
    const { db } = transaction
    const organisation = await findOrganisation(db, organisationId)
    const people = (await listMembers(db, [organisationId])).filter(
      ({ status, accountStatus }) => status === 'active' && accountStatus === 'active',
    )
    const acting = people.filter(isActing)
    if (!organisation || hasOtherManager(acting, id)) return
    const isOther = (person: { id: string }) => person.id !== id
    const successor = acting.find(isOther) ?? people.find(isOther)
    if (successor) {
      await updateMember(db, successor.id, { role: 'manager' })
      const to = { name: successor.name ?? '', email: successor.accountEmail ?? successor.email }
      await notify(transaction, organisation, to, { occasion: 'promoted' })
      const detail = '管理不能再代表厂商，由加入最早的成员接任'
      await audit.record(transaction, { actor: SYSTEM, action: 'vendor.members', target: organisation.name, detail })
    } else if (isLeaving) await dissolve(transaction, organisation, SYSTEM)
    else {
      // The list of organisations shows staff that nobody manages it.
      const detail = '没有管理，也没有可以接任的成员'
      await audit.record(transaction, { actor: SYSTEM, action: 'vendor.members', target: organisation.name, detail })
    }
  }

  async function passOn(
    transaction: Transaction,
    account: { id: string; email: string },
    options: { isLeaving: boolean },
  ): Promise<void> {
    const memberships = await listMemberships(transaction.db, account)
    const active = memberships.filter(({ status, userId }) => status === 'active' && userId === account.id)
    if (active.length === 0) return
    await lock(transaction)
    for (const membership of active) await passOnOne(transaction, membership, options)
  }

  return {
    lock,
    notify,
    dissolve,
    now: () => timestamp(clock),

    /** Lets others manage the organisations of an account that is disabled or joins the staff, inside the caller's transaction. */
    passOn: (transaction: Transaction, accountId: string): Promise<void> =>
      passOn(transaction, { id: accountId, email: '' }, { isLeaving: false }),

    /** Removes an account that is being deleted from its organisations, inside the caller's transaction. */
    async removeAccountData(transaction: Transaction, account: { id: string; email: string }): Promise<void> {
      await passOn(transaction, account, { isLeaving: true })
      await deleteInvitationsTo(transaction.db, account.email)
    },
  }
}
