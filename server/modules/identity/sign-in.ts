import type { LoginInput, SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_MESSAGES } from '#contracts/identity/company-messages.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type { LoginReply, TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { forbidden, invalidField, unauthenticated } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { KeyedQueue } from '#server/platform/keyed-queue.ts'
import type { SignInWays } from './company-accounts/staff-sign-in.ts'
import type { Devices } from './devices/service.ts'
import type { Attempt, LoginAttempts } from './login-attempts.ts'
import { parseLoginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { type SessionStarts, toAccount } from './start-session.ts'
import { findUser, findUserByEmail, findUserByLocalPart, type UserRow, upgradePasswordHash } from './store.ts'
import type { TwoFactor } from './two-factor/service.ts'

type Dependencies = {
  database: Database
  passwords: Passwords
  sessionStarts: SessionStarts
  twoFactor: TwoFactor
  attempts: LoginAttempts
  enqueue: KeyedQueue
  devices: Devices
  securityEvents: SecurityEventService
  ways: Pick<SignInWays, 'mayUsePassword'>
}

/** What the owner of an account enters to join a company's account to it. */
type OwnerSecrets = { email: string; password: string; code: string | undefined; deviceToken: string | undefined }

export type SignIn = ReturnType<typeof createSignIn>

/** A sign-in whose secret may be checked, or has been. */
type SignInAttempt = {
  attempt: Attempt
  client: Client
  /** The token that the browser sent. */
  deviceToken: string | undefined
  /** Whether the user has also entered a two-factor code. */
  isTwoFactor?: true
}

/** Creates sign-in by password and, if enabled, two-factor code. */
export function createSignIn(dependencies: Dependencies) {
  const { database, passwords, sessionStarts, twoFactor, attempts, enqueue, devices, securityEvents, ways } =
    dependencies

  /** Counts and audits a wrong secret, and notifies the owner if there were many. */
  async function failAttempt(
    attempt: Attempt,
    user: UserRow | undefined,
    client: Client,
    detail?: string,
  ): Promise<void> {
    const { siteName } = await securityEvents.getAlertContext()
    await attempts.fail(attempt, async (transaction) => {
      await sessionStarts.auditFailure(transaction, user, client, detail)
      // Sent at most once a day, too rarely for its timing to reveal whether an account exists.
      if (user && attempt.hasManyFailures)
        await securityEvents.alertOwner(transaction, user, { ip: client.ip, siteName })
    })
  }

  /** Starts an attempt for an account, or for a name that no account has. */
  async function startAttempt(typedName: string, user: UserRow | undefined, { ip }: Client, token?: string) {
    const device = await devices.find(token, user?.id)
    return attempts.start({ loginName: parseLoginName(typedName), ip, account: user && toAccount(user), device })
  }

  /**
   * Continues after a correct password, with a challenge if the user has two-factor sign-in enabled. Throws `forbidden` if
   * the staff can't sign in by password.
   */
  async function continueSignIn(user: UserRow, signIn: SignInAttempt): Promise<LoginReply> {
    if (user.status === 'active' && !(await ways.mayUsePassword(user))) {
      await attempts.withdraw(signIn.attempt, (transaction) =>
        sessionStarts.auditFailure(transaction, user, signIn.client, COMPANY_MESSAGES.passwordIsOff),
      )
      throw forbidden(COMPANY_MESSAGES.passwordIsOff, {
        security: { name: 'sign-in-blocked', account: toAccount(user) },
      })
    }
    if (user.status !== 'active' || !(await twoFactor.isEnabled(user.id))) return startSession(user, signIn)
    await attempts.withdraw(signIn.attempt)
    return twoFactor.createChallenge(user.id, signIn.attempt.context.loginName.name)
  }

  /** Starts the session of a user who has entered what the account requires. */
  const startSession = (account: UserRow, { attempt, client, isTwoFactor, deviceToken }: SignInAttempt) =>
    sessionStarts.start(account, {
      client,
      deviceToken,
      method: 'password',
      detail: isTwoFactor && '两步验证',
      writeRejection: (record) => attempts.withdraw(attempt, record),
      inTransaction: ({ db }, user) =>
        attempts.clearOwn(db, [user.email, attempt.context.loginName.name], attempt.context),
    })

  /** Rehashes a correct password if its hash has an outdated cost. Returns the user with the current hash. */
  async function upgradeHash(user: UserRow, password: string): Promise<UserRow> {
    if (!passwords.isOutdated(user.passwordHash)) return user
    const upgrade = { id: user.id, oldHash: user.passwordHash, newHash: await passwords.hash(password) }
    // If the password was changed at the same time, the sign-in fails because the hash is no longer the stored one.
    const isUpgraded = await database.write(({ db }) => upgradePasswordHash(db, upgrade))
    return isUpgraded ? { ...user, passwordHash: upgrade.newHash } : user
  }

  return {
    /**
     * Signs in, or returns a challenge if two-factor sign-in is enabled. Throws `unauthenticated` for a wrong password
     * or user, `forbidden` for a disabled or pending account, and `tooManyRequests`.
     */
    async login({ email, password, deviceToken }: LoginInput, client: Client): Promise<LoginReply> {
      const loginName = parseLoginName(email)
      // One at a time per account: concurrent guesses count like sequential ones, and signing in on several devices at
      // once isn't mistaken for guessing.
      return enqueue(loginName.localPart, async () => {
        const findByName = loginName.isAddress ? findUserByEmail : findUserByLocalPart
        const user = await findByName(database.read, loginName.name)
        const attempt = await startAttempt(email, user, client, deviceToken)
        const isCorrect = await attempts.check(attempt, () => passwords.verify(user?.passwordHash, password))
        if (user && isCorrect)
          return continueSignIn(await upgradeHash(user, password), { attempt, client, deviceToken })
        await failAttempt(attempt, user, client)
        throw unauthenticated(MESSAGES.wrongCredentials, {
          security: { name: 'sign-in-failed', account: user && toAccount(user) },
        })
      })
    },

    /**
     * Returns the owner of an account who has entered its password, and a code if two-factor sign-in is enabled. Wrong ones
     * count like those of a sign-in. Throws `invalid` on the wrong field, `tooManyRequests`.
     */
    async confirmOwner({ email, password, code, deviceToken }: OwnerSecrets, client: Client): Promise<UserRow> {
      const loginName = parseLoginName(email)
      return enqueue(loginName.localPart, async () => {
        const user = await findUserByEmail(database.read, loginName.name)
        const attempt = await startAttempt(email, user, client, deviceToken)
        const fail = async (path: string, message: string) => {
          await failAttempt(attempt, user, client, message)
          const account = user && toAccount(user)
          return invalidField(path, message, { security: { name: 'sign-in-failed', account } })
        }
        const isCorrect = await attempts.check(attempt, () => passwords.verify(user?.passwordHash, password))
        if (!user || !isCorrect) throw await fail('password', MESSAGES.wrongCredentials)
        if (await twoFactor.isEnabled(user.id)) {
          if (code === undefined) {
            await attempts.withdraw(attempt)
            throw invalidField('code', IDENTITY_MESSAGES.code)
          }
          if (!(await twoFactor.consumeCode({ id: user.id, name: user.name, ip: client.ip }, code)))
            throw await fail('code', MESSAGES.wrongCode)
        }
        await attempts.withdraw(attempt)
        return user
      })
    },

    /**
     * Returns a user who has entered a two-factor code after something other than a password. Wrong codes count like those
     * of a sign-in. Throws `invalid`, `unauthenticated` if the account is gone, `tooManyRequests`.
     */
    async confirmCode(
      userId: string,
      { code, deviceToken }: Pick<OwnerSecrets, 'deviceToken'> & { code: string },
      client: Client,
    ): Promise<UserRow> {
      const user = await findUser(database.read, userId)
      if (!user) throw unauthenticated(MESSAGES.challengeExpired, { security: { name: 'token-rejected' } })
      return enqueue(user.localPart, async () => {
        const attempt = await startAttempt(user.email, user, client, deviceToken)
        if (await twoFactor.consumeCode({ id: userId, name: user.name, ip: client.ip }, code)) {
          await attempts.withdraw(attempt)
          return user
        }
        await failAttempt(attempt, user, client, MESSAGES.wrongCode)
        throw invalidField('code', MESSAGES.wrongCode, {
          security: { name: 'sign-in-failed', account: toAccount(user) },
        })
      })
    },

    /**
     * Signs in with a code after a correct password. Throws `unauthenticated` if the challenge has expired, `invalid`
     * for a wrong code, which counts like a wrong password, `tooManyRequests` after too many wrong ones.
     */
    async loginTwoFactor({ challenge, code, deviceToken }: TwoFactorLoginInput, client: Client): Promise<SignedIn> {
      const { userId, typedName } = await twoFactor.getChallenge(challenge)
      return enqueue(parseLoginName(typedName).localPart, async () => {
        const user = await findUser(database.read, userId)
        const attempt = await startAttempt(typedName, user, client, deviceToken)
        if (user && (await twoFactor.consumeCode({ id: userId, name: user.name, ip: client.ip }, code))) {
          await twoFactor.consumeChallenge(challenge)
          return startSession(user, { attempt, client, deviceToken, isTwoFactor: true })
        }
        await failAttempt(attempt, user, client, MESSAGES.wrongCode)
        const account = user && toAccount(user)
        throw invalidField('code', MESSAGES.wrongCode, { security: { name: 'sign-in-failed', account } })
      })
    },
  }
}
