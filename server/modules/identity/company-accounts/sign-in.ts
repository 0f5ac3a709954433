import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_MESSAGES as MESSAGES } from '#contracts/identity/company-messages.ts'
import type {
  CompanyAnswer,
  CompanyBegin,
  CompanyJoin,
  CompanyOutcome,
  CompanyRedirect,
} from '#contracts/identity/company-sign-in.ts'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { COMPANY_SIGN_IN } from '#contracts/limits.ts'
import { ROLE_LABELS, type Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { Accounts } from '../accounts.ts'
import type { SignIn } from '../sign-in.ts'
import type { SessionStarts } from '../start-session.ts'
import { findUser, findUserByEmail, type UserRow } from '../store.ts'
import type { TwoFactor } from '../two-factor/service.ts'
import type { Proof } from './adapter.ts'
import { getSignedOut } from './callbacks.ts'
import type { Answer, Ceremonies } from './ceremonies.ts'
import {
  type CompanyAccountRow,
  deleteJoin,
  findBySubject,
  findJoin,
  findProvider,
  insertCompanyAccount,
  insertJoin,
  type ProviderRow,
  recordCompanyUse,
  saveSessionProvider,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  settings: SettingsService
  encryption: Encryption
  securityEvents: SecurityEventService
  accounts: Accounts
  sessionStarts: SessionStarts
  twoFactor: TwoFactor
  ceremonies: Ceremonies
  confirmOwner: SignIn['confirmOwner']
  confirmCode: SignIn['confirmCode']
  publicUrl: string
}

/** A proof as it waits for a password, or starts a session: without functions, so that it can be stored. */
type StoredProof = Pick<Proof, 'subject' | 'name' | 'email' | 'hasSecondFactor' | 'roleValues'> & {
  signOutUrl: string | null
  /** The account here that it opens, if only its two-factor code is missing. */
  known?: { account: string; user: string }
}

/** Who asks, and the token that the browser sent. */
type Caller = { client: Client; deviceToken: string | undefined }

const SIGN_OUT_PURPOSE = 'provider-sign-out'
const getJoinPurpose = (tokenHash: string) => `company-join ${tokenHash}`

/** Creates sign-in by a company's account: what the provider proves opens the account that is joined to it. */
export function createCompanySignIn(dependencies: Dependencies) {
  const { database, clock, audit, settings, encryption, securityEvents, accounts } = dependencies
  const { sessionStarts, twoFactor, ceremonies, confirmOwner, confirmCode, publicUrl } = dependencies

  /** Inserts the link between a provider's and an account here, and tells the owner. */
  async function insertLink(
    transaction: Transaction,
    user: Pick<UserRow, 'id' | 'name' | 'email' | 'role'>,
    {
      provider,
      proof,
      ip,
      siteName,
    }: {
      provider: ProviderRow
      proof: Pick<Proof, 'subject' | 'name' | 'hasSecondFactor'>
      ip: string
      siteName: string
    },
  ): Promise<CompanyAccountRow> {
    const { label } = provider.settingsJson
    const createdAt = timestamp(clock)
    const row = {
      id: randomUUID(),
      userId: user.id,
      issuer: provider.issuer,
      subject: proof.subject,
      label,
      name: proof.name,
      createdAt,
      lastUsedAt: null,
      secondFactorAt: proof.hasSecondFactor ? createdAt : null,
    }
    await insertCompanyAccount(transaction.db, row).catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict(MESSAGES.takenByOther) : error
    })
    const actor = { id: user.id, name: user.name, ip }
    await audit.record(transaction, {
      actor,
      action: 'auth.company-account',
      target: user.name,
      detail: `绑定“${label}”`,
    })
    await securityEvents.notifyOfCredential(
      transaction,
      { ...user, ip },
      { siteName, event: 'companyAccountLinked', label },
    )
    return row
  }

  /**
   * Starts the session; the account's status may still forbid it. `inTransaction` does what the sign-in begins with. The
   * audit and the reply say if the claim that gives roles was cut.
   */
  async function startSession(
    user: UserRow,
    { proof, provider, caller }: { proof: StoredProof; provider: ProviderRow; caller: Caller },
    inTransaction: (transaction: Transaction) => Promise<unknown>,
  ): Promise<SignedIn> {
    const { label, roleClaim, alwaysTwoFactors } = provider.settingsJson
    const isClaimCut = hasRoleMap(provider) && proof.roleValues === null
    const signedIn = await sessionStarts.start(user, {
      ...caller,
      method: proof.hasSecondFactor || alwaysTwoFactors ? 'company-two-factor' : 'company',
      detail: isClaimCut ? `${label}，略去了声明“${roleClaim}”，角色未变` : label,
      inTransaction,
      withSession: async ({ db }, { id }) => {
        const providerSignOut =
          proof.signOutUrl === null ? null : encryption.encrypt(proof.signOutUrl, SIGN_OUT_PURPOSE)
        await saveSessionProvider(db, id, { providerId: provider.id, providerSignOut })
      },
    })
    return isClaimCut ? { ...signedIn, notice: MESSAGES.claimCut(label, roleClaim) } : signedIn
  }

  /**
   * Gives an account the role that the provider's claim maps to now, if the provider has a map and hasn't cut the claim; the
   * roles of the staff are the business of their own providers. Super admins are made and unmade here alone, and the emergency account stays what it
   * is. Throws `forbidden` for who has no role left.
   */
  async function applyRole(
    user: UserRow,
    { provider, proof, ip }: { provider: ProviderRow; proof: Pick<Proof, 'roleValues'>; ip: string },
  ): Promise<UserRow> {
    if (!hasRoleMap(provider) || proof.roleValues === null || user.status !== 'active') return user
    if (user.role !== 'member' && !provider.isForStaff) return user
    const { emergencyAccount } = await settings.getStaffSignIn()
    if (user.role === 'super_admin' || user.id === emergencyAccount) return user
    const role = chooseRole(provider, proof)
    if (role === user.role) return user
    return database.write(async (transaction) => {
      const before = await findUser(transaction.db, user.id)
      // Made a super admin meanwhile.
      if (!before || before.role === 'super_admin') return user
      const actor = { id: user.id, name: user.name, ip }
      const row = await accounts.update(transaction, before, { role }, { actor })
      await audit.record(transaction, {
        actor,
        action: 'user.update',
        target: row.name,
        detail: `角色：${ROLE_LABELS[before.role]} → ${ROLE_LABELS[role]}（“${provider.settingsJson.label}”的声明）`,
      })
      return row
    })
  }

  /** Throws `forbidden` if the provider isn't for accounts of this role. */
  function assertForRole({ isForStaff, isForMembers }: ProviderRow, role: Role): void {
    if (!(role === 'member' ? isForMembers : isForStaff)) throw forbidden(MESSAGES.notForRole)
  }

  /** Throws `forbidden` if the provider is only for addresses of some domains, and none of these is verified. */
  function assertDomain({ settingsJson: { domains } }: ProviderRow, { email }: Pick<Proof, 'email'>): void {
    const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
    if (domains.length > 0 && (domain === undefined || !domains.includes(domain))) throw forbidden(MESSAGES.wrongDomain)
  }

  /** Signs in the owner of a joined account, or asks for the code if the provider hasn't checked a second factor. */
  async function continueAsOwner(
    account: CompanyAccountRow,
    answer: Answer & { proof: Proof; stored: StoredProof },
    caller: Caller,
  ): Promise<CompanyOutcome> {
    const { provider, stored: proof, returnTo } = answer
    const found = await findUser(database.read, account.userId)
    if (!found) throw unauthenticated(MESSAGES.rejected)
    const user = await applyRole(found, { provider, proof, ip: caller.client.ip })
    assertForRole(provider, user.role)
    const isTwoFactor = proof.hasSecondFactor || provider.settingsJson.alwaysTwoFactors
    if (user.status === 'active' && !isTwoFactor && (await twoFactor.isEnabled(user.id))) {
      const known = { account: account.id, user: user.id }
      return { step: 'code', returnTo, challenge: await keepProof(provider, { ...proof, known }) }
    }
    const { name, hasSecondFactor } = proof
    const use = { id: account.id, name, at: timestamp(clock), hasSecondFactor }
    const signIn = await startSession(user, { proof, provider, caller }, async ({ db }) => {
      if (!(await recordCompanyUse(db, use))) throw unauthenticated(MESSAGES.expired)
    })
    return { step: 'signed-in', returnTo, signIn }
  }

  /** Keeps a proof until the owner of the account has entered its password or code. Returns the challenge. */
  async function keepProof(provider: ProviderRow, stored: StoredProof): Promise<string> {
    const challenge = createToken()
    const tokenHash = sha256(challenge)
    const row = {
      tokenHash,
      providerId: provider.id,
      proofEncrypted: encryption.encrypt(JSON.stringify(stored), getJoinPurpose(tokenHash)),
      expiresAt: new Date(clock.now().getTime() + COMPANY_SIGN_IN.flowMs).toISOString(),
    }
    await database.write(({ db }) => insertJoin(db, row, timestamp(clock)))
    return challenge
  }

  /** Returns a kept proof with its provider; `undefined` if it has expired, was used, or the provider was deleted. */
  async function findProof(tokenHash: string): Promise<{ proof: StoredProof; provider: ProviderRow } | undefined> {
    const join = await findJoin(database.read, tokenHash, timestamp(clock))
    const provider = join && (await findProvider(database.read, join.providerId))
    if (!provider) return undefined
    return { provider, proof: JSON.parse(encryption.decrypt(join.proofEncrypted, getJoinPurpose(tokenHash))) }
  }

  /** Creates the account of a person whose address the provider has verified, without a password. */
  async function createAccount(
    { provider, proof, stored, returnTo }: Answer & { stored: StoredProof },
    email: string,
    caller: Caller,
  ): Promise<CompanyOutcome> {
    const role = chooseRole(provider, proof)
    const context = await securityEvents.getAlertContext()
    const row = accounts.createRowWithoutPassword({
      email,
      name: proof.name,
      company: '',
      position: '',
      phone: '',
      role,
      status: 'active',
      termsVersion: role === 'member' ? await settings.getTermsVersion() : null,
      emailVerifiedAt: timestamp(clock),
    })
    const { ip } = caller.client
    await database.write(async (transaction) => {
      await accounts.insert(transaction, row)
      await audit.record(transaction, {
        actor: { id: row.id, name: row.name, ip },
        action: 'auth.register',
        target: row.name,
        detail: provider.settingsJson.label,
      })
      await insertLink(transaction, row, { provider, proof, ip, siteName: context.siteName })
    })
    return {
      step: 'signed-in',
      returnTo,
      signIn: await startSession(row, { proof: stored, provider, caller }, async () => {}),
    }
  }

  return {
    insertLink,
    assertDomain,
    assertForRole,

    /** Returns where the browser signs in. Throws `notFound`, `conflict`, `unavailable`. */
    beginCompany: (input: CompanyBegin): Promise<CompanyRedirect> => ceremonies.begin({ ...input, sessionId: null }),

    /**
     * Signs in by the provider's answer, or returns what is missing. Throws `unauthenticated` if nothing is proved,
     * `forbidden` for a disabled account, a domain or a role that isn't allowed; `unavailable` if the provider is away.
     */
    async loginCompany({ ceremony, query, deviceToken }: CompanyAnswer, client: Client): Promise<CompanyOutcome> {
      const answer = await ceremonies.finish({ ceremony, query }, null)
      const { proof, provider, area, returnTo } = answer
      assertDomain(provider, proof)
      const signOutUrl = proof.createSignOutUrl?.(getSignedOut(publicUrl, area)) ?? null
      const { subject, name, email, hasSecondFactor, roleValues } = proof
      const known = { ...answer, stored: { subject, name, email, hasSecondFactor, roleValues, signOutUrl } }
      const caller = { client, deviceToken }
      const account = await findBySubject(database.read, { issuer: provider.issuer, subject })
      if (account) return continueAsOwner(account, known, caller)
      if (email === null || (await findUserByEmail(database.read, email.toLowerCase())))
        return { step: 'join', returnTo, challenge: await keepProof(provider, known.stored), email }
      return createAccount(known, email, caller)
    },

    /**
     * Joins the proof to an account by its password, and signs in. Throws `unauthenticated` if it has expired, `invalid` for
     * a wrong password or code, `forbidden` for a disabled account or a role that isn't allowed, `tooManyRequests`.
     */
    async joinCompany(input: CompanyJoin, client: Client): Promise<SignedIn> {
      const { challenge, password, code, deviceToken } = input
      const tokenHash = sha256(challenge)
      const kept = await findProof(tokenHash)
      // A proof of a joined account waits for its code, not for a password.
      if (!kept || kept.proof.known)
        throw unauthenticated(MESSAGES.joinExpired, { security: { name: 'token-rejected' } })
      const { proof, provider } = kept
      // An address that the provider has verified is the only one that may be joined.
      const email = proof.email ?? input.email
      if (email === undefined) throw invalidField('email', MESSAGES.email)
      const owner = await confirmOwner({ email, password, code, deviceToken }, client)
      const user = await applyRole(owner, { provider, proof, ip: client.ip })
      assertForRole(provider, user.role)
      const { siteName } = await securityEvents.getAlertContext()
      return startSession(user, { proof, provider, caller: { client, deviceToken } }, async (transaction) => {
        if (!(await deleteJoin(transaction.db, tokenHash))) throw unauthenticated(MESSAGES.joinExpired)
        await insertLink(transaction, user, { provider, proof, ip: client.ip, siteName })
      })
    },

    /**
     * Signs in the owner of a joined account by its two-factor code; `undefined` if the challenge isn't one of these.
     * Throws `invalid` for a wrong code, `forbidden` for a disabled account, `tooManyRequests`.
     */
    async finishByCode(
      { challenge, code, deviceToken }: TwoFactorLoginInput,
      client: Client,
    ): Promise<SignedIn | undefined> {
      const tokenHash = sha256(challenge)
      const kept = await findProof(tokenHash)
      if (!kept?.proof.known) return undefined
      const { proof, provider } = kept
      const { account, user: userId } = kept.proof.known
      const user = await confirmCode(userId, { code, deviceToken }, client)
      assertForRole(provider, user.role)
      const { name, hasSecondFactor } = proof
      const use = { id: account, name, at: timestamp(clock), hasSecondFactor }
      return startSession(user, { proof, provider, caller: { client, deviceToken } }, async ({ db }) => {
        if (!(await deleteJoin(db, tokenHash)) || !(await recordCompanyUse(db, use)))
          throw unauthenticated(MESSAGES.joinExpired)
      })
    },

    /** Returns where a session also signs out at its provider; `null` if it didn't begin there. */
    readSignOut(encrypted: string | null): string | null {
      if (encrypted === null) return null
      // If its `APP_SECRET` is lost, the session ends here alone.
      return encryption.tryDecrypt(encrypted, SIGN_OUT_PURPOSE) ?? null
    },
  }
}

/** Returns whether a provider's claim can give roles: one that isn't read would take everybody's away. */
const hasRoleMap = ({ kind, settingsJson: { roleClaim, roles } }: ProviderRow): boolean =>
  kind === 'oidc' && roleClaim !== '' && roles.length > 0

/** Returns the role of an account: that of the first value that matches, else a member's. Throws `forbidden`. */
function chooseRole(
  { settingsJson: { label, roleClaim, roles }, isForStaff, isForMembers }: ProviderRow,
  { roleValues }: Pick<Proof, 'roleValues'>,
): Role {
  const mapped = roles.find(({ value }) => roleValues?.includes(value))?.role ?? 'member'
  if (mapped !== 'member' && isForStaff) return mapped
  if (!isForMembers) throw forbidden(roleValues === null ? MESSAGES.claimNeeded(label, roleClaim) : MESSAGES.noAccount)
  return 'member'
}

export type CompanySignIn = ReturnType<typeof createCompanySignIn>
