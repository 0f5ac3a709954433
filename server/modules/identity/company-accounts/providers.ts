import { randomUUID } from 'node:crypto'
import { COMPANY_MESSAGES as MESSAGES } from '#contracts/identity/company-messages.ts'
import type { OfferedProvider } from '#contracts/identity/company-sign-in.ts'
import type { Provider, ProviderInput, SignInProviders, StaffSignIn } from '#contracts/identity/sign-in-providers.ts'
import { COMPANY_SIGN_IN } from '#contracts/limits.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { SETTINGS_TOPIC, type SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, conflictingField, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import {
  type Database,
  isUniqueViolation,
  type Queryable,
  type Transaction,
} from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { findUser, listActiveUsers } from '../store.ts'
import type { ProviderClient } from './adapter.ts'
import { ADAPTERS } from './adapters.ts'
import { getCallbacks } from './callbacks.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import { canServeInEmergencies, type SignInWays } from './staff-sign-in.ts'
import {
  countProviders,
  deleteProvider,
  deleteProviderSessions,
  findProvider,
  hasStaffProvider,
  insertProvider,
  listProviders,
  type ProviderRow,
  updateProvider,
} from './store.ts'

/** Changes of the providers and of the staff's ways wait for each other: each depends on the other. */
const LOCK = 'sign-in-providers'

type Audience = Pick<ProviderRow, 'isForStaff' | 'isForMembers'>
const NOBODY: Audience = { isForStaff: false, isForMembers: false }

/** Returns for whom a provider still is what it was: with another issuer for nobody, as no account is joined to that one. */
const getRemaining = ({ issuer }: ProviderRow, changed: Audience & Pick<ProviderRow, 'issuer'>): Audience =>
  changed.issuer === issuer ? changed : NOBODY

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  settings: Pick<SettingsService, 'getStaffSignIn' | 'getStaffSignInRevision' | 'updatePart'>
  encryption: Encryption
  ways: SignInWays
  publicUrl: string
  /** Returns whether requests may be sent to a URL. */
  isAllowed(url: string): Promise<boolean>
  createFetch(): ProviderFetch
}

export type Providers = ReturnType<typeof createProviders>

/** Creates what super admins do with the identity providers of companies (decision 115). */
export function createProviders(dependencies: Dependencies) {
  const { database, clock, audit, settings, encryption, ways, publicUrl, isAllowed, createFetch } = dependencies

  const getPurpose = (id: string) => `sign-in-provider ${id}`

  async function get(db: Queryable, id: string): Promise<ProviderRow> {
    const row = await findProvider(db, id)
    if (!row) throw notFound(MESSAGES.providerNotFound)
    return row
  }

  /** Returns a provider with its secret. Throws `conflict` if it was encrypted with an `APP_SECRET` that is lost. */
  function toClient({ id, settingsJson, secretEncrypted }: ProviderRow): ProviderClient {
    try {
      const secret = encryption.decrypt(secretEncrypted, getPurpose(id))
      return { ...settingsJson, secret, fetch: createFetch() }
    } catch {
      throw conflict(MESSAGES.secretUnreadable)
    }
  }

  async function assertAllowed({ kind, issuer }: ProviderInput): Promise<void> {
    if (kind === 'oidc' && !(await isAllowed(issuer))) throw invalidField('issuer', MESSAGES.issuerRefused)
  }

  const toColumns = ({ kind, secret: _secret, ...value }: ProviderInput) => ({
    kind,
    issuer: ADAPTERS[kind].getIssuer(value),
    settingsJson: JSON.stringify(value),
    isForStaff: value.isForStaff,
    isForMembers: value.isForMembers,
  })

  /** Throws `conflict` if the staff can't sign in by password and has no other provider than the given one. */
  async function assertNotNeeded({ db }: Transaction, id: string): Promise<void> {
    if ((await settings.getStaffSignIn(db)).isPasswordAllowed || (await hasStaffProvider(db, id))) return
    throw conflict(MESSAGES.neededForStaff)
  }

  /** Throws `conflict` if the switch could lock out the staff, or the person who makes it. */
  async function assertSafe({ db }: Transaction, { emergencyAccount }: StaffSignIn, actor: Actor): Promise<void> {
    if (!(await hasStaffProvider(db))) throw conflict(MESSAGES.noStaffProvider)
    if (!canServeInEmergencies(await findUser(db, emergencyAccount)))
      throw conflictingField('emergencyAccount', MESSAGES.emergencyAccount)
    const own = await findUser(db, actor.id)
    if (actor.id !== emergencyAccount && !(own && (await ways.hasOtherWay(db, own))))
      throw conflict(MESSAGES.ownWayFirst)
  }

  /** Ends the sessions that began at a provider, of those whom it isn't for any more. */
  async function endSessions(
    { db }: Transaction,
    provider: Pick<ProviderRow, 'id' | 'issuer'>,
    { isForStaff, isForMembers }: Audience,
  ): Promise<void> {
    if (!isForStaff) await deleteProviderSessions(db, provider, { isStaff: true })
    if (!isForMembers) await deleteProviderSessions(db, provider, { isStaff: false })
  }

  return {
    get,
    toClient,

    /** Lists what the sign-in forms offer. */
    listOffered: async (): Promise<OfferedProvider[]> => (await listProviders(database.read)).map(toOffered),

    /** Lists all providers, with how the staff signs in. */
    async list(): Promise<SignInProviders> {
      // Read first: a save in between makes the version too old, not the value.
      const staffVersion = await settings.getStaffSignInRevision()
      const staff = await settings.getStaffSignIn()
      const superAdmins = await listActiveUsers(database.read, ['super_admin'])
      return {
        providers: (await listProviders(database.read)).map(toProvider),
        staff,
        staffVersion,
        isPasswordOff: await ways.isPasswordOff(staff),
        addresses: getCallbacks(publicUrl),
        emergencyCandidates: superAdmins,
      }
    },

    /** Adds a provider. Throws `invalid` for an address that isn't allowed, `conflict` for a second one of an issuer. */
    async create(input: ProviderInput, actor: Actor): Promise<Provider> {
      await assertAllowed(input)
      if (input.secret === '') throw invalidField('secret', MESSAGES.secret)
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(LOCK)
        if ((await countProviders(transaction.db)) >= COMPANY_SIGN_IN.providers)
          throw conflict(MESSAGES.tooManyProviders)
        const id = randomUUID()
        await insertProvider(transaction.db, {
          id,
          ...toColumns(input),
          secretEncrypted: encryption.encrypt(input.secret, getPurpose(id)),
          createdAt: timestamp(clock),
          ...createSaveStamp(clock, actor),
        }).catch(throwIfDuplicate)
        transaction.publish(SETTINGS_TOPIC)
        await audit.record(transaction, {
          actor,
          action: 'sign-in-provider.create',
          target: input.label,
          detail: input.issuer,
        })
        return toProvider(await get(transaction.db, id))
      })
    },

    /**
     * Replaces a provider; a blank secret stays as it is, if it goes where it went before. Throws `notFound`, `invalid`,
     * `versionConflict`, and `conflict` if the staff couldn't sign in any more.
     */
    async update(
      id: string,
      input: ProviderInput,
      { actor, ifMatch }: { actor: Actor; ifMatch: string | undefined },
    ): Promise<{ value: Provider; revision: number }> {
      if ((await get(database.read, id)).settingsJson.issuer !== input.issuer) await assertAllowed(input)
      return database.write(async (transaction) => {
        const { db } = transaction
        await transaction.lockName(LOCK)
        const row = await get(db, id)
        if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict', MESSAGES.providerStale)
        const isSameTarget = row.settingsJson.issuer === input.issuer && row.settingsJson.clientId === input.clientId
        if (input.secret === '' && !(isSameTarget && row.kind === input.kind))
          throw invalidField('secret', MESSAGES.secret)
        const columns = toColumns(input)
        const remaining = getRemaining(row, columns)
        if (row.isForStaff && !remaining.isForStaff) await assertNotNeeded(transaction, id)
        await updateProvider(db, id, {
          ...columns,
          ...(input.secret !== '' && { secretEncrypted: encryption.encrypt(input.secret, getPurpose(id)) }),
          version: row.version + 1,
          ...createSaveStamp(clock, actor),
        }).catch(throwIfDuplicate)
        await endSessions(transaction, row, remaining)
        transaction.publish(SETTINGS_TOPIC)
        await audit.record(transaction, {
          actor,
          action: 'sign-in-provider.update',
          target: input.label,
          detail: input.secret === '' ? input.issuer : `${input.issuer}；更换密钥`,
        })
        const saved = await get(db, id)
        return { value: toProvider(saved), revision: saved.version }
      })
    },

    /**
     * Deletes a provider, and ends the sessions that began there; accounts that were joined stay for when it is added again.
     * Throws `notFound`, `conflict`.
     */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lockName(LOCK)
        const { settingsJson, issuer, isForStaff } = await get(transaction.db, id)
        if (isForStaff) await assertNotNeeded(transaction, id)
        await deleteProvider(transaction.db, id)
        await endSessions(transaction, { id, issuer }, NOBODY)
        transaction.publish(SETTINGS_TOPIC)
        await audit.record(transaction, { actor, action: 'sign-in-provider.remove', target: settingsJson.label })
      }),

    /** Checks that a provider can be reached. Throws `notFound`. */
    async test(id: string): Promise<{ isReachable: boolean; message: string }> {
      const row = await get(database.read, id)
      try {
        await ADAPTERS[row.kind].test(toClient(row))
        return { isReachable: true, message: MESSAGES.testSucceeded }
      } catch (error) {
        if (error instanceof ProviderError) return { isReachable: false, message: describeFailure(error) }
        if (error instanceof AppError) return { isReachable: false, message: error.message }
        throw error
      }
    },

    /**
     * Switches passwords off or on for the staff. Throws `versionConflict`, or `conflict` if somebody who needs one would be
     * locked out.
     */
    setStaff: (
      input: StaffSignIn,
      { actor, ifMatch }: { actor: Actor; ifMatch: string | undefined },
    ): Promise<{ value: StaffSignIn; revision: number }> =>
      database.write(async (transaction) => {
        const { value, isChanged, revision } = await settings.updatePart(
          transaction,
          { part: 'staff-sign-in', actor, ifMatch },
          () => input,
        )
        await transaction.lockName(LOCK)
        if (!input.isPasswordAllowed) await assertSafe(transaction, input, actor)
        const emergency = await findUser(transaction.db, input.emergencyAccount)
        if (isChanged)
          await audit.record(transaction, {
            actor,
            action: 'sign-in-provider.staff',
            target: '后台',
            detail: `密码登录：${input.isPasswordAllowed ? '允许' : '关闭'}；紧急账号：${emergency?.name ?? '无'}`,
          })
        return { value, revision }
      }),

    /** Re-encrypts the secrets that were encrypted with a previous `APP_SECRET`. Returns their number. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let reencryptedCount = 0
        for (const { id, secretEncrypted } of await listProviders(db)) {
          const reencrypted = encryption.reencrypt(secretEncrypted, getPurpose(id))
          if (reencrypted === undefined) continue
          await updateProvider(db, id, { secretEncrypted: reencrypted })
          reencryptedCount += 1
        }
        return reencryptedCount
      }),
  }
}

/** Says why a provider can't be reached, with what it has told, for whoever sets it up. */
function describeFailure({ failure, detail }: ProviderError): string {
  const reason = MESSAGES.testFailed[failure === 'unreachable' || failure === 'misconfigured' ? failure : 'rejected']
  return detail === '' ? reason : `${reason}（${detail}）`
}

function throwIfDuplicate(error: unknown): never {
  throw isUniqueViolation(error) ? conflictingField('issuer', MESSAGES.duplicate) : error
}

const toOffered = ({ id, kind, settingsJson, isForStaff, isForMembers }: ProviderRow): OfferedProvider => ({
  id,
  kind,
  label: settingsJson.label,
  isForStaff,
  isForMembers,
})

const toProvider = ({ id, kind, settingsJson, createdAt, version }: ProviderRow): Provider => ({
  ...settingsJson,
  id,
  kind,
  createdAt,
  version,
})
