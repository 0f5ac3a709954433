import type { LoginInput, SignedIn } from '#contracts/identity/account.ts'
import type { LoginReply, TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { forbidden, invalid, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { Turns } from '#server/platform/in-turn.ts'
import type { Links } from './links/service.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { type LoginName, loginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { signInRefusal } from './policy.ts'
import type { Sessions } from './sessions.ts'
import { findUser, findUserByEmail, findUserByLocalPart, noteLogin, renewPasswordHash, type UserRow } from './store.ts'
import type { TwoFactor } from './two-factor/service.ts'
import { wireUser } from './view.ts'

type Needs = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  passwords: Passwords
  sessions: Sessions
  links: Links
  twoFactor: TwoFactor
  attempts: LoginAttempts
  inTurn: Turns
}
type Attempted = { attempt: string; typed: LoginName; client: Client }

/** Signing in, by a password and, where a user wants it, a code. */
export function createSignIn(needs: Needs) {
  const { database, clock, settings, audit, passwords, sessions, links, twoFactor, attempts, inTurn } = needs

  /** What was typed is not kept: people mistype their password into the name's field. */
  const failedSignIn =
    (known: UserRow | undefined, { ip }: Client, detail?: string) =>
    (write: Write) =>
      audit.record(write, {
        ...{ actor: null, action: 'auth.sign-in-failed', target: known?.name ?? '未知账号', ip },
        ...(detail === undefined ? {} : { detail }),
      })

  /** Goes on where a password was right: asks for a code where the user wants one. */
  async function passed(known: UserRow, of: Attempted): Promise<LoginReply> {
    if (known.status !== 'active' || !(await twoFactor.isOn(known.id))) return signedIn(known, of)
    await attempts.drop(of.attempt)
    return twoFactor.challenge(known.id, of.typed.name)
  }

  /** Signs in a user who has proved who they are. */
  async function signedIn(known: UserRow, { attempt, typed, client }: Attempted): Promise<SignedIn> {
    const open = known.status === 'pending' ? await links.list(database.read, [known.id]) : []
    const purposes = open.map(({ purpose }) => purpose)
    const refusal = signInRefusal(known.status, purposes)
    if (refusal) {
      await attempts.drop(attempt, failedSignIn(known, client, refusal.message))
      throw forbidden(refusal.message, refusal.reason)
    }
    const expiresAt = await sessions.expiry()
    return database.write(async (write) => {
      const { tx } = write
      const { id, passwordHash } = known
      const user = await noteLogin(tx, { id, passwordHash, at: timestamp(clock) })
      // Disabled, or given another password, while this one was being checked.
      if (!user) throw unauthenticated(MESSAGES.wrongCredentials)
      await attempts.forget(tx, [user.email, typed.name])
      const begun = await sessions.begin(tx, id, client, expiresAt)
      const actor = { id, name: user.name, ip: client.ip }
      await audit.record(write, { actor, action: 'auth.sign-in', target: user.name })
      return { success: true, message: MESSAGES.loginSucceeded, ...begun, user: wireUser(user) }
    })
  }

  /** Hashes a right password anew if the kept hash was made at an earlier cost. */
  async function renewed(known: UserRow, password: string): Promise<UserRow> {
    if (!passwords.isOutdated(known.passwordHash)) return known
    const renewal = { id: known.id, old: known.passwordHash, renewed: await passwords.hash(password) }
    // Given another password meanwhile: the sign-in is refused by the hash that it goes on with.
    const isRenewed = await database.write(({ tx }) => renewPasswordHash(tx, renewal))
    return isRenewed ? { ...known, passwordHash: renewal.renewed } : known
  }

  return {
    /**
     * Signs in, or asks for a code where two-factor sign-in is on. Throws `unauthenticated` for a wrong password and an unknown user alike, `forbidden` for a disabled or
     * waiting account after its right password, `tooManyRequests` after too many failures.
     */
    async login({ email, password }: LoginInput, client: Client): Promise<LoginReply> {
      const typed = loginName(email)
      // One at a time for an account: guesses made at once count as those made one by one, and nobody who signs in
      // on several devices at once is taken for a guesser.
      return inTurn(typed.localPart, async () => {
        const attempt = await attempts.begin(typed, client.ip, (await settings.security()).maxLoginAttempts)
        const find = typed.isAddress ? findUserByEmail : findUserByLocalPart
        const known = await find(database.read, typed.name)
        const isRight = await attempts.check(attempt, () => passwords.verify(known?.passwordHash, password))
        if (known && isRight) return passed(await renewed(known, password), { attempt, typed, client })
        await attempts.fail(attempt, failedSignIn(known, client))
        throw unauthenticated(MESSAGES.wrongCredentials)
      })
    },

    /**
     * Signs in by a code after the right password. Throws `unauthenticated` where that is too long ago, `invalid` for a
     * wrong code, which counts like a wrong password, and as `login` does.
     */
    async loginTwoFactor({ challenge, code }: TwoFactorLoginInput, client: Client): Promise<SignedIn> {
      const { userId, typedName } = await twoFactor.challenged(challenge)
      const typed = loginName(typedName)
      return inTurn(typed.localPart, async () => {
        const attempt = await attempts.begin(typed, client.ip, (await settings.security()).maxLoginAttempts)
        const known = await findUser(database.read, userId)
        if (known && (await twoFactor.use({ id: userId, name: known.name, ip: client.ip }, code))) {
          await twoFactor.end(challenge)
          return signedIn(known, { attempt, typed, client })
        }
        await attempts.fail(attempt, failedSignIn(known, client, MESSAGES.wrongCode))
        throw invalid(MESSAGES.wrongCode, [{ path: 'code', message: MESSAGES.wrongCode }])
      })
    },
  }
}
