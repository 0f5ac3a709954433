import { randomUUID } from 'node:crypto'
import type { Credentials } from '#contracts/identity/account.ts'
import { COMPANY_MESSAGES } from '#contracts/identity/company-messages.ts'
import { PASSKEY_MESSAGES } from '#contracts/identity/passkey-messages.ts'
import type { Passkey, PasskeyAdd, PasskeyCreation, PasskeyList } from '#contracts/identity/passkeys.ts'
import { PASSKEYS } from '#contracts/limits.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import type { SignInWays } from '../company-accounts/staff-sign-in.ts'
import type { SessionUser } from '../reauthentication.ts'
import { findUser } from '../store.ts'
import type { TwoFactor } from '../two-factor/service.ts'
import type { PasskeyChallenges } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  markSession,
  type PasskeyRow,
  renamePasskey,
  unmarkSessions,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  settings: SettingsService
  securityEvents: SecurityEventService
  twoFactor: TwoFactor
  challenges: PasskeyChallenges
  site: { isAvailable: boolean; get(): RelyingParty }
  ways: Pick<SignInWays, 'canUsePassword' | 'hasOtherWay'>
  /** Confirms the user's identity by password, and by a code if two-factor sign-in is enabled. */
  requireCredentials: (user: SessionUser, credentials: Credentials) => Promise<void>
}

const AUDIT_ACTION = 'auth.passkey'

/** Ed25519, ES256 and RS256, the best first; every device knows one of them (RFC 8152, RFC 8812). */
const ALGORITHMS = [-8, -7, -257] as const

/** The library loads parsers of certificates, which a server needs only once somebody uses a passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Creates the service by which people manage their passkeys (decision 111). */
export function createPasskeys(dependencies: Dependencies) {
  const { database, clock, audit, settings, securityEvents, twoFactor, challenges, site } = dependencies
  const { requireCredentials, ways } = dependencies

  const recordAudit = (transaction: Transaction, user: SessionUser, detail: string) =>
    audit.record(transaction, { actor: user, action: AUDIT_ACTION, target: user.name, detail })

  /** Returns the credential of a browser's answer. Throws `invalid` if it doesn't prove what was asked for. */
  async function verify(input: PasskeyAdd, challenge: string) {
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const { id, origin } = site.get()
    const { credentialId, clientData, attestation } = input
    const result = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, attestationObject: attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }).catch(() => ({ verified: false }) as const)
    if (!result.verified) throw invalid(PASSKEY_MESSAGES.notVerified, { security: { name: 'token-rejected' } })
    return result.registrationInfo
  }

  return {
    /** Lists a user's passkeys, the oldest first. */
    async list(userId: string): Promise<PasskeyList> {
      return { isAvailable: site.isAvailable, passkeys: (await listPasskeys(database.read, userId)).map(toPasskey) }
    },

    /**
     * Returns what the browser needs to create a passkey, after checking the credentials. Throws `conflict` if there are
     * too many or the site's address doesn't permit any, `invalid`, `tooManyRequests`.
     */
    async begin(credentials: Credentials, user: SessionUser): Promise<PasskeyCreation> {
      const rp = site.get()
      const existing = await listPasskeys(database.read, user.id)
      if (existing.length >= PASSKEYS.max) throw conflict(PASSKEY_MESSAGES.tooMany)
      await requireCredentials(user, credentials)
      const [{ siteName }, { ceremony, challenge }] = await Promise.all([
        settings.getGeneral(),
        challenges.create(user.sessionId),
      ])
      return {
        ceremony,
        options: {
          rp: { id: rp.id, name: siteName },
          user: { id: toUserHandle(user.id), name: user.email, displayName: user.name },
          challenge,
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          timeout: PASSKEYS.challengeMs,
          attestation: 'none',
          excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
        },
      }
    },

    /**
     * Adds a passkey that the browser has created; the session then counts as signed in by it. Its owner is told by
     * mail. Throws `conflict` if the challenge has expired or the passkey was added before, `invalid` if it isn't
     * verified.
     */
    async add(input: PasskeyAdd, user: SessionUser): Promise<Passkey> {
      const challenge = await challenges.take(input.ceremony, user.sessionId)
      const { credential, credentialBackedUp } = await verify(input, challenge)
      const row = {
        id: randomUUID(),
        userId: user.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        name: input.name,
        isSynced: credentialBackedUp,
        createdAt: timestamp(clock),
        lastUsedAt: null,
      }
      const context = await securityEvents.getAlertContext()
      await database
        .write(async (transaction) => {
          await transaction.lockName(getLock(user.id))
          if ((await countPasskeys(transaction.db, user.id)) >= PASSKEYS.max) throw conflict(PASSKEY_MESSAGES.tooMany)
          await insertPasskey(transaction.db, row)
          await markSession(transaction.db, user.sessionId)
          await recordAudit(transaction, user, `添加“${row.name}”`)
          await securityEvents.notifyOfCredential(transaction, user, {
            ...context,
            event: 'passkeyAdded',
            label: row.name,
          })
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? conflict(PASSKEY_MESSAGES.alreadyAdded) : error
        })
      return toPasskey(row)
    },

    /** Renames a passkey of the user. Throws `notFound`. */
    rename: (id: string, name: string, user: SessionUser): Promise<Passkey> =>
      database.write(async (transaction) => {
        const row = await renamePasskey(transaction.db, { id, userId: user.id }, name)
        if (!row) throw notFound(PASSKEY_MESSAGES.notFound)
        await recordAudit(transaction, user, `改名为“${name}”`)
        return toPasskey(row)
      }),

    /**
     * Deletes a passkey of the user, after checking the credentials. Throws `notFound`; `conflict` if the settings
     * require a second factor and this is the only one, or if it is the last way to sign in; `invalid`, `tooManyRequests`.
     */
    async remove(id: string, credentials: Credentials, user: SessionUser): Promise<void> {
      await requireCredentials(user, credentials)
      const isOtherwiseSafe = !(await twoFactor.isRequired(user.role)) || (await twoFactor.isEnabled(user.id))
      const context = await securityEvents.getAlertContext()
      await database.write(async (transaction) => {
        const { db, lockName } = transaction
        await lockName(getLock(user.id))
        const removed = await deletePasskey(db, { id, userId: user.id })
        if (!removed) throw notFound(PASSKEY_MESSAGES.notFound)
        if ((await countPasskeys(db, user.id)) === 0) {
          if (!isOtherwiseSafe) throw conflict(PASSKEY_MESSAGES.onlySecondFactor)
          const owner = await findUser(db, user.id)
          if (owner && !(await ways.canUsePassword(db, owner)) && !(await ways.hasOtherWay(db, owner)))
            throw conflict(COMPANY_MESSAGES.lastWay)
          await unmarkSessions(db, user.id)
        }
        await recordAudit(transaction, user, `删除“${removed.name}”`)
        await securityEvents.notifyOfCredential(transaction, user, {
          ...context,
          event: 'passkeyRemoved',
          label: removed.name,
        })
      })
    },
  }
}

/** Two additions or deletions of one account wait for each other, as both count what there is. */
const getLock = (userId: string) => `passkeys ${userId}`

/** Returns the account's id as the device stores it: random, and no personal data (WebAuthn Level 3 §14.6.1). */
export const toUserHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

const toPasskey = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  isSynced,
  createdAt,
  lastUsedAt,
})
