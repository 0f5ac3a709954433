import { createHash, randomBytes } from 'node:crypto'
import { TWO_FACTOR } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages.ts'
import type { RecoveryCodes, TwoFactorRequired, TwoFactorSecret, TwoFactorState } from '#contracts/two-factor.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { conflict, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { newRecoveryCode, newSecret, otpauthUri, stepOf } from './one-time-codes.ts'
import type { OwnChecks, Owner } from './own-checks.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteChallenge,
  deleteTwoFactor,
  findChallenge,
  findTwoFactor,
  insertChallenge,
  replaceRecoveryCodes,
  saveSecret,
  spendRecoveryCode,
  spendStep,
} from './two-factor-store.ts'

type Needs = { database: Database; clock: Clock; audit: AuditService; checks: OwnChecks; encryption: Encryption }

/** As it is compared: in one width and case, without what people put between the groups. */
const plain = (typed: string) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const ACTION = 'auth.two-factor'

/** A second factor for those who want one: codes of an app, and recovery codes for when the app is gone. */
export function createTwoFactor({ database, clock, audit, checks, encryption }: Needs) {
  const purpose = (userId: string) => `two-factor ${userId}`
  const secretOf = (row: { userId: string; secretEncrypted: string }) =>
    encryption.decrypt(row.secretEncrypted, purpose(row.userId))

  const isOn = async (userId: string) => Boolean((await findTwoFactor(database.read, userId))?.confirmedAt)

  async function mustBe(on: boolean, userId: string): Promise<void> {
    if ((await isOn(userId)) !== on) throw conflict(on ? MESSAGES.twoFactorIsOff : MESSAGES.twoFactorIsOn)
  }

  /** Uses a code up, each once. Gives whether it was good. */
  async function use(userId: string, typed: string): Promise<boolean> {
    const code = plain(typed)
    return database.write(async ({ tx }) => {
      const row = await findTwoFactor(tx, userId)
      if (!row?.confirmedAt) return false
      if (!/^\d{6}$/.test(code)) return spendRecoveryCode(tx, userId, encryption.hash(code, purpose(userId)))
      const step = stepOf(secretOf(row), code, clock.now())
      return step !== undefined && spendStep(tx, userId, step)
    })
  }

  async function makeRecoveryCodes({ tx }: Write, userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = Array.from({ length: TWO_FACTOR.recoveryCodes }, newRecoveryCode)
    const hashes = recoveryCodes.map((code) => encryption.hash(plain(code), purpose(userId)))
    await replaceRecoveryCodes(tx, userId, hashes)
    return { recoveryCodes }
  }

  const record = (write: Write, { id, name, ip }: Owner, detail: string) =>
    audit.record(write, { actor: { id, name, ip }, action: ACTION, target: name, detail })
  const wrongCode = { path: 'code', message: MESSAGES.wrongCode, action: ACTION } as const

  return {
    isOn,
    use,

    async read(userId: string): Promise<TwoFactorState> {
      const [enabled, recoveryCodesLeft] = await Promise.all([isOn(userId), countRecoveryCodes(database.read, userId)])
      return { enabled, recoveryCodesLeft }
    },

    /** Gives a new secret, which counts once it is confirmed. Throws `conflict` where it is on; as `OwnChecks` does. */
    async begin(owner: Owner, password: string): Promise<TwoFactorSecret> {
      await mustBe(false, owner.id)
      await checks.password(owner, 'password', password, ACTION)
      const secret = newSecret()
      const kept = encryption.encrypt(secret, purpose(owner.id))
      if (!(await database.write(({ tx }) => saveSecret(tx, owner.id, kept)))) throw conflict(MESSAGES.twoFactorIsOn)
      return { secret, otpauthUri: otpauthUri(secret, owner.email) }
    },

    /** Turns it on by a code of the new secret. Gives the recovery codes, this once. */
    async confirm(owner: Owner, typed: string): Promise<RecoveryCodes> {
      const begun = await findTwoFactor(database.read, owner.id)
      if (!begun) throw conflict(MESSAGES.twoFactorNotBegun)
      if (begun.confirmedAt) throw conflict(MESSAGES.twoFactorIsOn)
      const { secretEncrypted } = begun
      const stepNow = () => stepOf(secretOf(begun), plain(typed), clock.now())
      await checks.check(owner, { ...wrongCode, isRight: async () => stepNow() !== undefined })
      return database.write(async (write) => {
        const of = { userId: owner.id, secretEncrypted, step: stepNow() ?? 0, at: timestamp(clock) }
        if (!(await confirmSecret(write.tx, of))) throw conflict(MESSAGES.twoFactorIsOn)
        await record(write, owner, '开启')
        return makeRecoveryCodes(write, owner.id)
      })
    },

    /** Turns it off by the password and a code. */
    async turnOff(owner: Owner, { password, code }: { password: string; code: string }): Promise<void> {
      await mustBe(true, owner.id)
      await checks.password(owner, 'password', password, ACTION)
      await checks.check(owner, { ...wrongCode, isRight: () => use(owner.id, code) })
      await database.write(async (write) => {
        await deleteTwoFactor(write.tx, owner.id)
        await record(write, owner, '关闭')
      })
    },

    /** Makes other recovery codes, by a code; those from before count no more. */
    async renewRecoveryCodes(owner: Owner, code: string): Promise<RecoveryCodes> {
      await mustBe(true, owner.id)
      await checks.check(owner, { ...wrongCode, isRight: () => use(owner.id, code) })
      return database.write(async (write) => {
        await record(write, owner, '重新生成恢复码')
        return makeRecoveryCodes(write, owner.id)
      })
    },

    /** Notes that a password was right, for five minutes. `typedName` is what the sign-in is counted under. */
    async challenge(userId: string, typedName: string): Promise<TwoFactorRequired> {
      const challenge = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + TWO_FACTOR.challengeMs).toISOString()
      const row = { tokenHash: hashOf(challenge), userId, typedName, expiresAt }
      await database.write(({ tx }) => insertChallenge(tx, row, timestamp(clock)))
      return { success: false, message: MESSAGES.twoFactorRequired, twoFactorRequired: true, challenge, expiresAt }
    },

    /** Whose password was right. Throws `unauthenticated` where that is too long ago, or used. */
    async challenged(challenge: string): Promise<{ userId: string; typedName: string }> {
      const row = await findChallenge(database.read, hashOf(challenge), timestamp(clock))
      if (!row) throw unauthenticated(MESSAGES.challengeExpired)
      return row
    },

    /** Uses the challenge up. Throws as `challenged` does. */
    async end(challenge: string): Promise<void> {
      const wasThere = await database.write(({ tx }) => deleteChallenge(tx, hashOf(challenge)))
      if (!wasThere) throw unauthenticated(MESSAGES.challengeExpired)
    },
  }
}
export type TwoFactor = ReturnType<typeof createTwoFactor>
