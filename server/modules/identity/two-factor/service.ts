import type { AuditAction } from '#contracts/audit/actions.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type {
  RecoveryCodes,
  TwoFactorCredentials,
  TwoFactorRequired,
  TwoFactorSecret,
  TwoFactorStatus,
} from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidField, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, getLatestPossibleTime, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import type { Reauthentication, SessionUser } from '../reauthentication.ts'
import {
  buildOtpauthUri,
  createRecoveryCode,
  createSecret,
  findMatchingTimeStep,
  getLatestTimeStep,
} from './one-time-codes.ts'
import {
  confirmSecret,
  consumeStep,
  countRecoveryCodes,
  deleteChallenge,
  deleteRecoveryCode,
  deleteTwoFactor,
  findChallenge,
  findTwoFactor,
  insertChallenge,
  listEncryptedSecrets,
  listTwoFactorUsers,
  replaceEncryptedSecret,
  replaceRecoveryCodes,
  saveSecret,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  settings: SettingsService
  reauthentication: Reauthentication
  encryption: Encryption
}

const AUDIT_ACTION = 'auth.two-factor'
/** How a wrong code is reported. */
const CODE_CHECK = { path: 'code', message: MESSAGES.wrongCode } as const

/** Creates the two-factor service: codes of an authenticator app, and recovery codes. */
export function createTwoFactor({ database, clock, audit, settings, reauthentication, encryption }: Dependencies) {
  /** Returns the purpose that binds encrypted and hashed values to a user. */
  const getPurpose = (userId: string) => `two-factor ${userId}`

  /** Decrypts a stored secret. Throws `conflict` if it was encrypted with an `APP_SECRET` that is lost. */
  function decryptSecret(row: { userId: string; secretEncrypted: string }): string {
    try {
      return encryption.decrypt(row.secretEncrypted, getPurpose(row.userId))
    } catch {
      throw conflict(IDENTITY_MESSAGES.twoFactorUnreadable)
    }
  }

  const isEnabled = async (userId: string) => Boolean((await findTwoFactor(database.read, userId))?.confirmedAt)

  async function getAccountStatus(id: string): Promise<Pick<TwoFactorStatus, 'enabled' | 'recoveryCodesLeft'>> {
    const [enabled, recoveryCodesLeft] = await Promise.all([isEnabled(id), countRecoveryCodes(database.read, id)])
    return { enabled, recoveryCodesLeft }
  }

  async function assertEnabled(userId: string): Promise<void> {
    if (!(await isEnabled(userId))) throw conflict(MESSAGES.twoFactorIsOff)
  }

  async function assertDisabled(userId: string): Promise<void> {
    if (await isEnabled(userId)) throw conflict(MESSAGES.twoFactorIsOn)
  }

  /** Returns whether a role requires two-factor sign-in. */
  const isRequired = async (role: Role) => role !== 'member' && (await settings.getSecurity()).enableTwoFactor

  /** Consumes a recovery code, which is audited. Returns whether it was valid. */
  async function consumeRecoveryCode(transaction: Transaction, actor: Actor, code: string): Promise<boolean> {
    const { id } = actor
    if (!(await deleteRecoveryCode(transaction.db, id, encryption.listHashes(code, getPurpose(id))))) return false
    const detail = `使用恢复码，还剩${await countRecoveryCodes(transaction.db, id)}个`
    await audit.record(transaction, { actor, action: AUDIT_ACTION, target: actor.name, detail })
    return true
  }

  /** Consumes a code, which works only once. Returns whether it was valid. */
  async function consumeCode(actor: Actor, input: string): Promise<boolean> {
    const code = normalizeCode(input)
    const { id: userId } = actor
    return database.write(async (transaction) => {
      const { db } = transaction
      const row = await findTwoFactor(db, userId)
      if (!row?.confirmedAt) return false
      if (!/^\d{6}$/.test(code)) return consumeRecoveryCode(transaction, actor, code)
      const step = findMatchingTimeStep(decryptSecret(row), code, clock.now())
      const latestStep = getLatestTimeStep(new Date(getLatestPossibleTime(timestamp(clock))))
      return step !== undefined && consumeStep(db, userId, { step, latestStep })
    })
  }

  async function createRecoveryCodes({ db }: Transaction, userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = Array.from({ length: TWO_FACTOR.recoveryCodes }, createRecoveryCode)
    const hashes = recoveryCodes.map((code) => encryption.hash(normalizeCode(code), getPurpose(userId)))
    await replaceRecoveryCodes(db, userId, hashes)
    return { recoveryCodes }
  }

  /** Requires a code, which is consumed. Throws `invalid`, `tooManyRequests`. */
  const requireCode = (user: SessionUser, code: string, action: AuditAction) =>
    reauthentication.requireSecret(user, { ...CODE_CHECK, action, isCorrect: () => consumeCode(user, code) })

  const recordAudit = (transaction: Transaction, user: SessionUser, detail: string) =>
    audit.record(transaction, { actor: user, action: AUDIT_ACTION, target: user.name, detail })

  return {
    isEnabled,
    consumeCode,
    isRequired,

    /**
     * Requires a code of users who have enabled two-factor sign-in, before a sensitive action of the given kind. A
     * missing one is rejected without being counted. Throws `invalid`, `tooManyRequests`.
     */
    async requireCodeIfEnabled(user: SessionUser, code: string | undefined, action: AuditAction): Promise<void> {
      if (!(await isEnabled(user.id))) return
      if (code === undefined) throw invalidField('code', IDENTITY_MESSAGES.code)
      await requireCode(user, code, action)
    },

    /** Lists which of these users have enabled two-factor sign-in. */
    listUsers: (db: Queryable, userIds: readonly string[]): Promise<string[]> => listTwoFactorUsers(db, userIds),

    /** Returns whether an account has enabled two-factor sign-in, and how many recovery codes are left. */
    getAccountStatus,

    /** Returns that of a signed-in user, with whether it is required of them. */
    async getStatus({ id, role, hasSecondFactor }: SignedInUser): Promise<TwoFactorStatus> {
      const [{ enabled, recoveryCodesLeft }, required] = await Promise.all([getAccountStatus(id), isRequired(role)])
      return { enabled, recoveryCodesLeft, required, satisfied: hasSecondFactor }
    },

    /**
     * Returns a new secret, which takes effect once confirmed. Throws `conflict` if two-factor sign-in is enabled,
     * `invalid` for a wrong password, `tooManyRequests` after too many wrong ones.
     */
    async startSetup(password: string, user: SessionUser): Promise<TwoFactorSecret> {
      await assertDisabled(user.id)
      await reauthentication.requirePassword(user, { path: 'password', password, action: AUDIT_ACTION })
      const secret = createSecret()
      const secretEncrypted = encryption.encrypt(secret, getPurpose(user.id))
      if (!(await database.write(({ db }) => saveSecret(db, user.id, secretEncrypted))))
        throw conflict(MESSAGES.twoFactorIsOn)
      const { siteName } = await settings.getGeneral()
      return { secret, otpauthUri: buildOtpauthUri(secret, { siteName, email: user.email }) }
    },

    /**
     * Enables two-factor sign-in with a code of the new secret. Returns the recovery codes, which are shown only once.
     */
    async confirm(code: string, user: SessionUser): Promise<RecoveryCodes> {
      const setup = await findTwoFactor(database.read, user.id)
      if (!setup) throw conflict(MESSAGES.twoFactorSetupNotStarted)
      if (setup.confirmedAt) throw conflict(MESSAGES.twoFactorIsOn)
      const { secretEncrypted } = setup
      const getCurrentStep = () => findMatchingTimeStep(decryptSecret(setup), normalizeCode(code), clock.now())
      await reauthentication.requireSecret(user, {
        ...CODE_CHECK,
        action: AUDIT_ACTION,
        isCorrect: async () => getCurrentStep() !== undefined,
      })
      return database.write(async (transaction) => {
        const change = { userId: user.id, secretEncrypted, step: getCurrentStep() ?? 0, at: timestamp(clock) }
        if (!(await confirmSecret(transaction.db, change))) throw conflict(MESSAGES.twoFactorIsOn)
        await recordAudit(transaction, user, '开启')
        return createRecoveryCodes(transaction, user.id)
      })
    },

    /** Disables two-factor sign-in, given password and code. Throws `conflict` if the settings require it. */
    async disable({ password, code }: TwoFactorCredentials, user: SessionUser): Promise<void> {
      await assertEnabled(user.id)
      if (await isRequired(user.role)) throw conflict(IDENTITY_MESSAGES.twoFactorMandatory)
      await reauthentication.requirePassword(user, { path: 'password', password, action: AUDIT_ACTION })
      await requireCode(user, code, AUDIT_ACTION)
      await database.write(async (transaction) => {
        await deleteTwoFactor(transaction.db, user.id)
        await recordAudit(transaction, user, '关闭')
      })
    },

    /** Replaces the recovery codes, given password and code. */
    async renewRecoveryCodes({ password, code }: TwoFactorCredentials, user: SessionUser): Promise<RecoveryCodes> {
      await assertEnabled(user.id)
      await reauthentication.requirePassword(user, { path: 'password', password, action: AUDIT_ACTION })
      await requireCode(user, code, AUDIT_ACTION)
      return database.write(async (transaction) => {
        await recordAudit(transaction, user, '重新生成恢复码')
        return createRecoveryCodes(transaction, user.id)
      })
    },

    /**
     * Creates a challenge, which records for five minutes that a password was correct. `typedName` is the name under
     * which attempts are counted.
     */
    async createChallenge(userId: string, typedName: string): Promise<TwoFactorRequired> {
      const challenge = createToken()
      const expiresAt = new Date(clock.now().getTime() + TWO_FACTOR.challengeMs).toISOString()
      const row = { tokenHash: sha256(challenge), userId, typedName, expiresAt }
      await database.write(({ db }) => insertChallenge(db, row, timestamp(clock)))
      return { success: false, message: MESSAGES.twoFactorRequired, twoFactorRequired: true, challenge, expiresAt }
    },

    /** Re-encrypts the secrets that were encrypted with a previous `APP_SECRET`. Returns their number. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let reencryptedCount = 0
        for (const { userId, secretEncrypted } of await listEncryptedSecrets(db)) {
          const reencrypted = encryption.reencrypt(secretEncrypted, getPurpose(userId))
          if (reencrypted === undefined) continue
          await replaceEncryptedSecret(db, userId, secretEncrypted, reencrypted)
          reencryptedCount += 1
        }
        return reencryptedCount
      }),

    /** Returns a challenge's user. Throws `unauthenticated` if it has expired or was used. */
    async getChallenge(challenge: string): Promise<{ userId: string; typedName: string }> {
      const row = await findChallenge(database.read, sha256(challenge), timestamp(clock))
      if (!row) throw unauthenticated(MESSAGES.challengeExpired, { security: { name: 'token-rejected' } })
      return row
    },

    /** Consumes a challenge. Throws `unauthenticated` if it has expired or was used. */
    async consumeChallenge(challenge: string): Promise<void> {
      const isDeleted = await database.write(({ db }) => deleteChallenge(db, sha256(challenge)))
      if (!isDeleted) throw unauthenticated(MESSAGES.challengeExpired, { security: { name: 'token-rejected' } })
    },
  }
}

/** Normalizes a code: full-width characters, letter case and separators don't matter. */
const normalizeCode = (code: string) => toNfkc(code).replaceAll(/[\s-]/g, '').toUpperCase()

export type TwoFactor = ReturnType<typeof createTwoFactor>
