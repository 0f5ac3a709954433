import type { LoginInput, SignedIn } from '#contracts/identity/account.ts'
import type { LoginReply, TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { forbidden, invalid, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { KeyedQueue } from '#server/platform/keyed-queue.ts'
import type { Links } from './links/service.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { type LoginName, loginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { findSignInRefusal } from './policy.ts'
import type { Sessions } from './sessions.ts'
import {
  findUser,
  findUserByEmail,
  findUserByLocalPart,
  recordLogin,
  renewPasswordHash,
  type UserRow,
} from './store.ts'
import type { TwoFactor } from './two-factor/service.ts'
import { toUser } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  passwords: Passwords
  sessions: Sessions
  links: Links
  twoFactor: TwoFactor
  attempts: LoginAttempts
  enqueue: KeyedQueue
}
type Attempt = { attempt: string; identifier: LoginName; client: Client }

/** Creates the sign-in by password and, if enabled, a code. */
export function createSignIn(dependencies: Dependencies) {
  const { database, clock, settings, audit, passwords, sessions, links, twoFactor, attempts, enqueue } = dependencies

  /** The submitted name is not stored: people type their password into the wrong field. */
  const recordFailure =
    (user: UserRow | undefined, { ip }: Client, detail?: string) =>
    (write: Write) =>
      audit.record(write, {
        actor: null,
        action: 'auth.sign-in-failed',
        target: user?.name ?? '未知账号',
        ip,
        ...(detail === undefined ? {} : { detail }),
      })

  /** Continues after a correct password: requires a code if the user has two-factor sign-in. */
  async function continueSignIn(user: UserRow, attempt: Attempt): Promise<LoginReply> {
    if (user.status !== 'active' || !(await twoFactor.isOn(user.id))) return startSession(user, attempt)
    await attempts.withdraw(attempt.attempt)
    return twoFactor.challenge(user.id, attempt.identifier.name)
  }

  /** Signs in a user who has proved who they are. */
  async function startSession(account: UserRow, { attempt, identifier, client }: Attempt): Promise<SignedIn> {
    const open = account.status === 'pending' ? await links.list(database.read, [account.id]) : []
    const purposes = open.map(({ purpose }) => purpose)
    const refusal = findSignInRefusal(account.status, purposes)
    if (refusal) {
      await attempts.withdraw(attempt, recordFailure(account, client, refusal.message))
      throw forbidden(refusal.message, refusal.reason)
    }
    const expiresAt = await sessions.getExpiry()
    return database.write(async (write) => {
      const { tx } = write
      const { id, passwordHash } = account
      const user = await recordLogin(tx, { id, passwordHash, at: timestamp(clock) })
      // Disabled, or given another password, while this one was being checked.
      if (!user) throw unauthenticated(MESSAGES.wrongCredentials)
      await attempts.clear(tx, [user.email, identifier.name])
      const session = await sessions.create(tx, id, client, expiresAt)
      const actor = { id, name: user.name, ip: client.ip }
      await audit.record(write, { actor, action: 'auth.sign-in', target: user.name })
      return { success: true, message: MESSAGES.loginSucceeded, ...session, user: toUser(user) }
    })
  }

  /** Rehashes a correct password if its hash has an outdated cost. */
  async function renewed(user: UserRow, password: string): Promise<UserRow> {
    if (!passwords.isOutdated(user.passwordHash)) return user
    const renewal = { id: user.id, old: user.passwordHash, renewed: await passwords.hash(password) }
    // Given another password meanwhile: the sign-in is refused by the hash that it goes on with.
    const isRenewed = await database.write(({ tx }) => renewPasswordHash(tx, renewal))
    return isRenewed ? { ...user, passwordHash: renewal.renewed } : user
  }

  return {
    /**
     * Signs in, or requires a code if two-factor sign-in is enabled. Throws `unauthenticated` for a wrong password and
     * an unknown user alike, `forbidden` for a disabled or pending account after a correct password, `tooManyRequests`
     * after too many failures.
     */
    async login({ email, password }: LoginInput, client: Client): Promise<LoginReply> {
      const identifier = loginName(email)
      // One at a time for an account: guesses made at once count as those made one by one, and nobody who signs in
      // on several devices at once is taken for a guesser.
      return enqueue(identifier.localPart, async () => {
        const attempt = await attempts.start(identifier, client.ip, (await settings.security()).maxLoginAttempts)
        const find = identifier.isAddress ? findUserByEmail : findUserByLocalPart
        const user = await find(database.read, identifier.name)
        const isCorrect = await attempts.check(attempt, () => passwords.verify(user?.passwordHash, password))
        if (user && isCorrect) return continueSignIn(await renewed(user, password), { attempt, identifier, client })
        await attempts.fail(attempt, recordFailure(user, client))
        throw unauthenticated(MESSAGES.wrongCredentials)
      })
    },

    /**
     * Signs in by a code after a correct password. Throws `unauthenticated` if the challenge has expired, `invalid` for
     * a wrong code, which counts like a wrong password, and as `login` does.
     */
    async loginTwoFactor({ challenge, code }: TwoFactorLoginInput, client: Client): Promise<SignedIn> {
      const { userId, typedName } = await twoFactor.getChallenge(challenge)
      const identifier = loginName(typedName)
      return enqueue(identifier.localPart, async () => {
        const attempt = await attempts.start(identifier, client.ip, (await settings.security()).maxLoginAttempts)
        const user = await findUser(database.read, userId)
        if (user && (await twoFactor.redeemCode({ id: userId, name: user.name, ip: client.ip }, code))) {
          await twoFactor.endChallenge(challenge)
          return startSession(user, { attempt, identifier, client })
        }
        await attempts.fail(attempt, recordFailure(user, client, MESSAGES.wrongCode))
        throw invalid(MESSAGES.wrongCode, [{ path: 'code', message: MESSAGES.wrongCode }])
      })
    },
  }
}
