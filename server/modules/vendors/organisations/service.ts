/** Organisations of vendors, as their people manage them. Who speaks for a product: `../service.ts`. */
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/durations.ts'
import { VENDOR_ORGANISATION as LIMITS, OWN_PRODUCTS_MAX } from '#contracts/limits.ts'
import type {
  Organisation,
  OrganisationClaim,
  OrganisationInvitation,
  OrganisationName,
  OrganisationRequestInput,
  OwnOrganisations,
} from '#contracts/vendors/organisation.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { VENDOR_ROLES, type VendorRole } from '#contracts/vendors/organisation-roles.ts'
import type { IdentityService, UserRow } from '#server/modules/identity/service.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { getCompanyDomain, getMailDomain } from '#server/platform/company-domain.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { canSpeak } from '../policy.ts'
import { listProductsByContact } from '../store.ts'
import { createDepartures } from './departures.ts'
import { createOrganisationPeople, type PeopleDependencies } from './people.ts'
import { canManage, canOpen, hasOtherManager, isActing } from './policy.ts'
import { createOrganisationStaff } from './staff.ts'
import {
  assignProduct,
  deleteMember,
  deleteRequest,
  findDomainOwner,
  findOrganisation,
  findRequest,
  insertDomain,
  insertMember,
  insertOrganisation,
  insertRequest,
  listDomains,
  listMembers,
  listMemberships,
  listOrganisationProducts,
  listOwnRequests,
  listProductOrganisations,
  listProductsAtDomains,
  type OrganisationRow,
  renameOrganisation,
  updateMember,
  type VendorMemberRow,
} from './store.ts'

type Dependencies = PeopleDependencies & {
  database: Database
  encryption: Encryption
  accounts: Pick<IdentityService['accounts'], 'find'>
}

/** What is counted of organisations. */
export const INVITATION_ACT = 'invitations of an organisation'

export type VendorOrganisationService = ReturnType<typeof createVendorOrganisationService>

/** Creates the service for organisations of vendors. */
export function createVendorOrganisationService(dependencies: Dependencies) {
  const { database, accounts, audit } = dependencies
  const people = createOrganisationPeople(dependencies)
  const countAct = createActCounter(dependencies)

  async function getAccount(db: Queryable, id: string): Promise<UserRow> {
    const account = await accounts.find(db, id)
    if (!account) throw notFound(MESSAGES.notFound)
    return account
  }

  /** Returns an account that can speak for vendors. Throws `forbidden`. */
  async function getSpeaker(db: Queryable, id: string): Promise<UserRow> {
    const account = await getAccount(db, id)
    authorize(account.role === 'member', forbidden(MESSAGES.staffAccount))
    authorize(canSpeak(account), forbidden(MESSAGES.notVerified))
    return account
  }

  /** Returns an organisation with the caller's own row. Throws `notFound` for everybody but its people. */
  async function getOwn(db: Queryable, id: string, memberId: string) {
    const account = await getAccount(db, memberId)
    const own = (await listMemberships(db, account)).find(({ organisationId }) => organisationId === id)
    const organisation = await findOrganisation(db, id)
    authorize(canSpeak(account) && canOpen(own), notFound(MESSAGES.notFound))
    if (!organisation) throw notFound(MESSAGES.notFound)
    return { organisation, own, account }
  }

  /** Locks the organisations, and returns one that the caller manages. Throws `notFound`, `forbidden`. */
  async function lockManaged(transaction: Transaction, id: string, memberId: string) {
    await people.lock(transaction)
    const found = await getOwn(transaction.db, id, memberId)
    authorize(canManage(found.own), forbidden(MESSAGES.notManager))
    return found
  }

  const getOwnDomain = ({ email }: Pick<UserRow, 'email'>) => getCompanyDomain(getMailDomain(email))

  /** Returns what an account could found an organisation with. */
  async function getClaim(db: Queryable, account: UserRow): Promise<OrganisationClaim> {
    const domain = getOwnDomain(account)
    const owner = domain === '' ? undefined : await findDomainOwner(db, domain)
    const atDomain = domain === '' || owner ? [] : await listProductsAtDomains(db, [domain])
    const asContact = await listFreeContactProducts(db, account)
    const products = new Map([...atDomain, ...asContact].map((product) => [product.id, product]))
    return {
      domain: domain || null,
      takenBy: owner?.name ?? null,
      products: [...products.values()].map(({ id, catalogue, name }) => ({ id, catalogue, name })),
    }
  }

  /** Lists the products that an address represents as their contact, and that belong to no organisation. */
  async function listFreeContactProducts(db: Queryable, { email }: Pick<UserRow, 'email'>) {
    const products = await listProductsByContact(db, email, OWN_PRODUCTS_MAX)
    const owners = await listProductOrganisations(
      db,
      products.map(({ id }) => id),
    )
    return products.filter(({ id }) => !owners.has(id))
  }

  async function getView(db: Queryable, id: string, memberId: string): Promise<Organisation> {
    const { organisation, own, account } = await getOwn(db, id, memberId)
    const members = await listMembers(db, [id])
    const products = await listOrganisationProducts(db, [id])
    const domain = getOwnDomain(account)
    return {
      id,
      name: organisation.name,
      role: own.role,
      domains: (await listDomains(db, [id])).map((row) => row.domain),
      provableDomain: canManage(own) && (await findDomainProblem(db, domain)) === undefined ? domain : null,
      members: members
        .filter(({ status }) => status !== 'ended')
        .map((row) => ({
          id: row.id,
          name: row.name ?? '',
          email: row.accountEmail ?? row.email,
          role: row.role,
          isInvitation: row.status === 'invited',
          since: row.statusAt,
          isMe: row.id === own.id,
        })),
      products: products.map(({ id: product, catalogue, name, isActive, isAssigned, contactEmail }) => ({
        id: product,
        catalogue,
        name,
        isActive,
        isAssigned,
        contactEmail,
      })),
    }
  }

  /** Returns why a domain can't be proved; `undefined` if it can. */
  async function findDomainProblem(db: Queryable, domain: string): Promise<string | undefined> {
    if (domain === '') return MESSAGES.publicDomain
    const owner = await findDomainOwner(db, domain)
    if (owner) return MESSAGES.domainTaken(owner.name)
    return (await listProductsAtDomains(db, [domain])).length === 0 ? MESSAGES.noProductAtDomain : undefined
  }

  /** Throws `conflict` for an account with too many organisations. */
  async function assertCanJoin(db: Queryable, account: UserRow): Promise<void> {
    const active = (await listMemberships(db, account)).filter(({ status }) => status === 'active')
    if (active.length >= LIMITS.perMember) throw conflict(MESSAGES.tooManyOrganisations(LIMITS.perMember))
  }

  /** Tells the contacts of products that an organisation speaks for them, too. */
  async function notifyContacts(transaction: Transaction, organisation: OrganisationRow, founder: UserRow) {
    const products = await listOrganisationProducts(transaction.db, [organisation.id])
    const others = products.filter(
      ({ contactEmail }) => contactEmail !== '' && contactEmail.toLowerCase() !== founder.email.toLowerCase(),
    )
    for (const [email, own] of Map.groupBy(others, ({ contactEmail }) => contactEmail.toLowerCase())) {
      const what = { occasion: 'founded', products: own.map(({ name }) => name) } as const
      await people.notify(transaction, organisation, { name: '', email }, what)
    }
  }

  async function getOwnList(db: Queryable, memberId: string): Promise<OwnOrganisations> {
    const account = await getAccount(db, memberId)
    const requests = (await listOwnRequests(db, memberId)).map(({ id, name, status, reason, createdAt }) => ({
      id,
      name,
      status,
      reason,
      createdAt,
    }))
    if (!canSpeak(account)) {
      const claim = { domain: null, takenBy: null, products: [] }
      return { isEmailVerified: account.emailVerifiedAt !== null, organisations: [], claim, requests }
    }
    const organisations: OwnOrganisations['organisations'] = []
    for (const { organisationId, role, status } of await listMemberships(db, account)) {
      const organisation = status === 'ended' ? undefined : await findOrganisation(db, organisationId)
      if (organisation)
        organisations.push({ id: organisationId, name: organisation.name, role, isInvitation: status === 'invited' })
    }
    return { isEmailVerified: true, organisations, claim: await getClaim(db, account), requests }
  }

  /** Returns a row of an organisation. Throws `notFound`. */
  async function getPerson(db: Queryable, organisationId: string, id: string) {
    const row = (await listMembers(db, [organisationId])).find((person) => person.id === id)
    if (!row || row.status === 'ended') throw notFound(MESSAGES.memberNotFound)
    return row
  }

  /** Throws `conflict` if nobody else manages the organisation. */
  async function assertReplaceable(db: Queryable, row: VendorMemberRow, hasLeft: boolean): Promise<void> {
    if (!canManage(row)) return
    const rows = (await listMembers(db, [row.organisationId])).filter(isActing)
    if (hasOtherManager(rows, row.id)) return
    const isAlone = rows.every(({ id }) => id === row.id)
    if (hasLeft && isAlone) throw conflict(MESSAGES.lastMember)
    throw conflict(hasLeft ? MESSAGES.lastManager : MESSAGES.lastManagerRole)
  }

  return {
    staff: createOrganisationStaff({ ...dependencies, people, getSpeaker }),
    notifyOfDepartures: createDepartures({ database, people }).notifyOfDepartures,
    passOn: people.passOn,
    removeAccountData: people.removeAccountData,

    /** Lists the organisations of a member, their invitations and requests, and how they could found one. */
    listOwn: (memberId: string): Promise<OwnOrganisations> => getOwnList(database.read, memberId),

    /** Returns an organisation. Throws `notFound` for everybody but its people. */
    get: (id: string, memberId: string): Promise<Organisation> => getView(database.read, id, memberId),

    /**
     * Founds an organisation by the member's proved address. It gets the domain of the address, if a product's site is there
     * and no other organisation has proved it, and the products whose contact the address is. Throws `forbidden`, and
     * `conflict` if the address proves nothing.
     */
    found: ({ name }: OrganisationName, actor: Actor): Promise<Organisation> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        await people.lock(transaction)
        const account = await getSpeaker(db, actor.id)
        await assertCanJoin(db, account)
        const { domain, takenBy, products } = await getClaim(db, account)
        if (products.length === 0)
          throw conflict(takenBy === null ? MESSAGES.nothingProved : MESSAGES.domainTaken(takenBy))
        const organisation = await insertFounded(transaction, name, account)
        const asContact = await listFreeContactProducts(db, account)
        const isProved = domain !== null && (await findDomainProblem(db, domain)) === undefined
        if (isProved) await insertDomain(db, domain, organisation.id, people.now())
        for (const product of asContact) await assignProduct(db, product.id, organisation.id, people.now())
        await notifyContacts(transaction, organisation, account)
        const detail = isProved ? `以域名${domain}证明` : '以联系邮箱证明'
        await audit.record(transaction, { actor, action: 'vendor.create', target: name, detail })
        return getView(db, organisation.id, actor.id)
      }),

    /** Renames an organisation. Throws `notFound`, `forbidden`. */
    rename: (id: string, { name }: OrganisationName, actor: Actor): Promise<Organisation> =>
      database.write(async (transaction) => {
        const { organisation } = await lockManaged(transaction, id, actor.id)
        await renameOrganisation(transaction.db, id, name)
        const detail = `原名：${organisation.name}`
        await audit.record(transaction, { actor, action: 'vendor.update', target: name, detail })
        return getView(transaction.db, id, actor.id)
      }),

    /** Dissolves an organisation; its people are told. Throws `notFound`, `forbidden`. */
    dissolve: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const { organisation } = await lockManaged(transaction, id, actor.id)
        await people.dissolve(transaction, organisation, actor)
      }),

    /** Adds the domain of the manager's own address. Throws `notFound`, `forbidden`, `conflict`. */
    claimDomain: (id: string, actor: Actor): Promise<Organisation> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        const { organisation, account } = await lockManaged(transaction, id, actor.id)
        const domain = getOwnDomain(account)
        const domains = await listDomains(db, [id])
        if (domains.some((row) => row.domain === domain)) throw conflict(MESSAGES.ownDomainTaken)
        if (domains.length >= LIMITS.domains) throw conflict(MESSAGES.tooManyDomains(LIMITS.domains))
        const problem = await findDomainProblem(db, domain)
        if (problem) throw conflict(problem)
        await insertDomain(db, domain, id, people.now())
        const detail = `证明域名${domain}`
        await audit.record(transaction, { actor, action: 'vendor.update', target: organisation.name, detail })
        return getView(db, id, actor.id)
      }),

    /**
     * Invites an address, whose account has to accept. Neither the reply nor its timing tells whether it has one. Throws
     * `notFound`, `forbidden`, `invalid`, `conflict` above the limits.
     */
    invite: (id: string, { email, role }: OrganisationInvitation, actor: Actor): Promise<Organisation> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        const { organisation } = await lockManaged(transaction, id, actor.id)
        const rows = await listMembers(db, [id])
        const same = rows.filter((row) => row.email === email || row.accountEmail?.toLowerCase() === email)
        if (same.some(({ status }) => status !== 'ended')) throw invalidField('email', MESSAGES.alreadyMember)
        if (rows.filter(({ status }) => status !== 'ended').length >= LIMITS.members)
          throw conflict(MESSAGES.tooManyMembers(LIMITS.members))
        await countInvitation(transaction, id)
        // Whoever returns is invited anew.
        for (const row of same) await deleteMember(db, row.id)
        await insertMember(db, createMember(id, { email, role, status: 'invited' }))
        const to = { name: '', email }
        await people.notify(transaction, organisation, to, { occasion: 'invited', actor: actor.name, role })
        await recordPeople(transaction, organisation, actor, `邀请${VENDOR_ROLES[role]}`)
        return getView(db, id, actor.id)
      }),

    /** Accepts an invitation to the member's own proved address. Throws `notFound`, `forbidden`, `conflict`. */
    accept: (id: string, actor: Actor): Promise<Organisation> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        await people.lock(transaction)
        const account = await getSpeaker(db, actor.id)
        const row = (await listMemberships(db, account)).find(({ organisationId }) => organisationId === id)
        const organisation = await findOrganisation(db, id)
        if (!organisation || row?.status !== 'invited')
          throw row?.status === 'active' ? conflict(MESSAGES.alreadyJoined) : notFound(MESSAGES.notInvited)
        await assertCanJoin(db, account)
        await updateMember(db, row.id, { userId: account.id, status: 'active', statusAt: people.now() })
        await recordPeople(transaction, organisation, actor, `加入，身份为${VENDOR_ROLES[row.role]}`)
        return getView(db, id, actor.id)
      }),

    /** Changes a role. Throws `notFound`, `forbidden`, `conflict` for the last manager. */
    changeRole: (id: string, personId: string, role: VendorRole, actor: Actor): Promise<Organisation> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const { organisation } = await lockManaged(transaction, id, actor.id)
        const row = await getPerson(db, id, personId)
        if (role !== 'manager') await assertReplaceable(db, row, false)
        if (row.role !== role) {
          await updateMember(db, row.id, { role })
          const detail = `${row.name ?? '受邀的成员'}改为${VENDOR_ROLES[role]}`
          await recordPeople(transaction, organisation, actor, detail)
        }
        return getView(db, id, actor.id)
      }),

    /**
     * Removes somebody, or leaves, or declines an invitation; they stop to speak for the products at once. Throws `notFound`,
     * `forbidden` for editors who would remove others, `conflict` for the last manager.
     */
    removeMember: (id: string, personId: string, actor: Actor): Promise<{ hasLeft: boolean }> =>
      database.write(async (transaction) => {
        const { db } = transaction
        await people.lock(transaction)
        const account = await getAccount(db, actor.id)
        const own = (await listMemberships(db, account)).find(({ organisationId }) => organisationId === id)
        const organisation = await findOrganisation(db, id)
        authorize(
          canSpeak(account) && own !== undefined && own.status !== 'ended' && organisation !== undefined,
          notFound(MESSAGES.notFound),
        )
        const hasLeft = own.id === personId
        authorize(hasLeft || canOpen(own), notFound(MESSAGES.notFound))
        const row = await getPerson(db, id, personId)
        authorize(hasLeft || canManage(own), forbidden(MESSAGES.notManager))
        await assertReplaceable(db, row, hasLeft)
        if (row.status === 'invited') await deleteMember(db, row.id)
        else await updateMember(db, row.id, { status: 'ended', statusAt: people.now() })
        // Whoever never accepted isn't told that an invitation they may not have read is void.
        if (!hasLeft && row.status === 'active') {
          const to = { name: row.name ?? '', email: row.accountEmail ?? row.email }
          await people.notify(transaction, organisation, to, { occasion: 'removed', actor: actor.name })
        }
        await recordPeople(transaction, organisation, actor, hasLeft ? '退出' : `移除${row.name ?? '受邀的成员'}`)
        return { hasLeft }
      }),

    /** Asks staff for an organisation. Throws `forbidden`, `conflict` while too many requests wait. */
    request: ({ name, text }: OrganisationRequestInput, actor: Actor): Promise<OwnOrganisations> =>
      writeOnce(database, async (transaction) => {
        const { db } = transaction
        await people.lock(transaction)
        await getSpeaker(db, actor.id)
        const pending = (await listOwnRequests(db, actor.id)).filter(({ status }) => status === 'pending')
        if (pending.length >= LIMITS.pendingRequests) throw conflict(MESSAGES.tooManyRequests(LIMITS.pendingRequests))
        await insertRequest(db, {
          id: randomUUID(),
          userId: actor.id,
          name,
          text,
          status: 'pending',
          reason: '',
          createdAt: people.now(),
          decidedAt: null,
        })
        await audit.record(transaction, { actor, action: 'vendor.request', target: name, detail: '提交' })
        return getOwnList(db, actor.id)
      }),

    /** Withdraws a pending request. Throws `notFound`, `conflict` once it is decided. */
    withdrawRequest: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await people.lock(transaction)
        const row = await findRequest(transaction.db, id)
        authorize(row?.userId === actor.id, notFound(MESSAGES.requestNotFound))
        if (row?.status !== 'pending') throw conflict(MESSAGES.requestDecided)
        await deleteRequest(transaction.db, id)
        await audit.record(transaction, { actor, action: 'vendor.request', target: row.name, detail: '撤回' })
      }),

    /** Lists where an account stands, for the copy of its data. */
    async listForOwner({ id, email }: { id: string; email: string }) {
      const { read: db } = database
      const rows = await listMemberships(db, { id, email })
      const names = new Map<string, string>()
      for (const { organisationId } of rows)
        names.set(organisationId, (await findOrganisation(db, organisationId))?.name ?? '')
      return {
        memberships: rows.map(({ organisationId, role, status, statusAt }) => ({
          organisation: names.get(organisationId),
          role,
          status,
          statusAt,
        })),
        requests: await listOwnRequests(db, id),
      }
    },
  }

  async function insertFounded(transaction: Transaction, name: string, account: UserRow): Promise<OrganisationRow> {
    const organisation = { id: randomUUID(), name, createdAt: people.now() }
    await insertOrganisation(transaction.db, organisation)
    const email = account.email.toLowerCase()
    const founder = createMember(organisation.id, { email, role: 'manager', status: 'active' })
    await insertMember(transaction.db, { ...founder, userId: account.id })
    return organisation
  }

  function createMember(
    organisationId: string,
    { email, role, status }: Pick<VendorMemberRow, 'email' | 'role' | 'status'>,
  ): VendorMemberRow {
    return { id: randomUUID(), organisationId, email, role, status, userId: null, statusAt: people.now() }
  }

  /** Counts an invitation, also one that is revoked later. Throws `conflict` above the daily limit. */
  async function countInvitation(transaction: Transaction, id: string): Promise<void> {
    const max = LIMITS.invitationsPerDay
    const sent = await countAct(transaction, { purpose: INVITATION_ACT, by: id, windowMs: DAY_MS })
    if (sent > max) throw conflict(MESSAGES.tooManyInvitations(max))
  }

  function recordPeople(transaction: Transaction, { name }: OrganisationRow, actor: Actor, detail: string) {
    return audit.record(transaction, { actor, action: 'vendor.members', target: name, detail })
  }
}
