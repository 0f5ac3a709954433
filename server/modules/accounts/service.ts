import { randomBytes, randomUUID } from 'node:crypto'
import type { LoginInput, ProfileInput, Refreshed, RegisterInput, SignedIn, User } from '#contracts/account.ts'
import { MESSAGES } from '#contracts/messages.ts'
import type { LoginReply, TwoFactorLoginInput } from '#contracts/two-factor.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, forbidden, invalid, notFound, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Write } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SignedInUser } from '#server/platform/http/guard.ts'
import { createTurns } from '#server/platform/in-turn.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { type LoginName, loginName } from './login-name.ts'
import { createOwnChecks } from './own-checks.ts'
import { createOwnPassword } from './own-password.ts'
import { passwords } from './passwords.ts'
import { changeRefusal, signInRefusal, type UserChange } from './policy.ts'
import { createPasswordReset } from './reset-password.ts'
import { type Client, createSessions } from './sessions.ts'
import {
  deleteSessions,
  deleteUser,
  findUser,
  findUserByEmail,
  findUserByLocalPart,
  hasUsers,
  insertUser,
  listActiveSuperAdmins,
  noteLogin,
  type UserRow,
  updateUser,
} from './store.ts'
import { createTwoFactor } from './two-factor.ts'
import { wireUser } from './view.ts'

export type AccountsService = ReturnType<typeof createAccountsService>

/** Its id is the same on every node, so that only one of several first starts can make it. */
const FIRST_ADMIN = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'admin@zhijian.local',
  name: '管理员',
  role: 'super_admin',
  status: 'active',
  ...{ company: '', position: '', phone: '' },
} as const

const emailTaken = () =>
  new AppError('conflict', MESSAGES.emailTaken, [{ path: 'email', message: MESSAGES.emailTaken }])

/** An account to be made, its password in the clear. */
export type NewUser = RegisterInput & { role: Role; status: UserStatus; id?: string }

type Needs = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  encryption: Encryption
}

/** Users, their passwords and their sessions. */
export function createAccountsService(needs: Needs) {
  const { database, clock, settings, audit } = needs
  const sessions = createSessions(needs)
  const attempts = createLoginAttempts(needs)
  const inTurn = createTurns()
  const checks = createOwnChecks({ ...needs, attempts, inTurn })
  const twoFactor = createTwoFactor({ ...needs, checks })

  async function found(id: string): Promise<UserRow> {
    const user = await findUser(database.read, id)
    if (!user) throw notFound(MESSAGES.userNotFound)
    return user
  }

  /** The row of a new account; hashing takes a while, so it is done before a transaction begins. */
  async function rowOf({ password, email: typed, id = randomUUID(), ...user }: NewUser): Promise<UserRow> {
    const { name: email, localPart } = loginName(typed)
    const now = timestamp(clock)
    return {
      ...{ id, email, localPart, name: user.name, passwordHash: await passwords.hash(password) },
      ...{ role: user.role, status: user.status },
      ...{ company: user.company, position: user.position, phone: user.phone },
      ...{ lastLogin: null, createdAt: now, updatedAt: now },
    }
  }

  async function insert({ tx }: Write, row: UserRow): Promise<void> {
    try {
      await insertUser(tx, row)
    } catch (error) {
      throw isUniqueViolation(error) ? emailTaken() : error
    }
  }

  async function change(of: { actorId: string; userId: string; change: UserChange }, act: (write: Write) => unknown) {
    await database.write(async (write) => {
      const activeSuperAdmins = await listActiveSuperAdmins(write.tx, database.kind === 'postgres')
      const target = await findUser(write.tx, of.userId)
      if (!target) throw notFound(MESSAGES.userNotFound)
      const refusal = changeRefusal({ change: of.change, actorId: of.actorId, target, activeSuperAdmins })
      if (refusal) throw conflict(refusal)
      await act(write)
    })
  }

  /** What was typed is not kept: people mistype their password into the name's field. */
  const failedSignIn =
    (known: UserRow | undefined, { ip }: Client, detail?: string) =>
    (write: Write) =>
      audit.record(write, {
        ...{ actor: null, action: 'auth.sign-in-failed', target: known?.name ?? '未知账号', ip },
        ...(detail === undefined ? {} : { detail }),
      })

  type Attempted = { attempt: string; typed: LoginName; client: Client }

  /** Goes on where a password was right: asks for a code where the user wants one. */
  async function passed(known: UserRow, of: Attempted): Promise<LoginReply> {
    if (signInRefusal(known.status) || !(await twoFactor.isOn(known.id))) return signedIn(known, of)
    await attempts.drop(of.attempt)
    return twoFactor.challenge(known.id, of.typed.name)
  }

  /** Signs in a user who has proved who they are. */
  async function signedIn(known: UserRow, { attempt, typed, client }: Attempted): Promise<SignedIn> {
    const refusal = signInRefusal(known.status)
    if (refusal) {
      await attempts.drop(attempt, failedSignIn(known, client, refusal))
      throw forbidden(refusal)
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

  return {
    sessions,
    twoFactor,
    changePassword: createOwnPassword({ ...needs, checks }),
    resetPassword: createPasswordReset({ ...needs, attempts }),

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
        const isRight = await passwords.verify(known?.passwordHash, password)
        if (known && isRight) return passed(known, { attempt, typed, client })
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
        if (known && (await twoFactor.use(userId, code))) {
          await twoFactor.end(challenge)
          return signedIn(known, { attempt, typed, client })
        }
        await attempts.fail(attempt, failedSignIn(known, client, MESSAGES.wrongCode))
        throw invalid(MESSAGES.wrongCode, [{ path: 'code', message: MESSAGES.wrongCode }])
      })
    },

    /** Makes a member's account and signs in. Throws `forbidden` while registration is closed, `conflict` if taken. */
    async register(input: RegisterInput, client: Client): Promise<SignedIn> {
      if (!(await settings.security()).enableRegistration) throw forbidden(MESSAGES.registrationClosed)
      if (await findUserByEmail(database.read, loginName(input.email).name)) throw emailTaken()
      const row = { ...(await rowOf({ ...input, role: 'member', status: 'active' })), lastLogin: timestamp(clock) }
      const expiresAt = await sessions.expiry()
      return database.write(async (write) => {
        await insert(write, row)
        const begun = await sessions.begin(write.tx, row.id, client, expiresAt)
        const actor = { id: row.id, name: row.name, ip: client.ip }
        await audit.record(write, { actor, action: 'auth.register', target: row.name })
        return { success: true, message: MESSAGES.registerSucceeded, ...begun, user: wireUser(row) }
      })
    },

    /** Makes an account of any role. Throws `conflict` where the address is taken, in any letter case. */
    async create(user: NewUser): Promise<User> {
      const row = await rowOf(user)
      await database.write((write) => insert(write, row))
      return wireUser(row)
    },

    /**
     * Makes the first super_admin where there is no user at all; several nodes may try at once, one does it.
     * Gives the account's address, and its password where that is a random one; `undefined` where nothing was made.
     */
    async ensureFirstAdmin({ email = FIRST_ADMIN.email, password }: { email?: string; password?: string }) {
      if (await hasUsers(database.read)) return undefined
      const chosen = password ?? randomBytes(18).toString('base64url')
      try {
        const made = await this.create({ ...FIRST_ADMIN, email, password: chosen })
        return { email: made.email, password: password === undefined ? chosen : undefined }
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') return undefined
        throw error
      }
    },

    read: async (id: string): Promise<User> => wireUser(await found(id)),

    async updateProfile(actor: Actor, { name, company, position, phone }: ProfileInput): Promise<User> {
      const fields = { name, company, position, phone, updatedAt: timestamp(clock) }
      return database.write(async (write) => {
        const row = await updateUser(write.tx, actor.id, fields)
        if (!row) throw notFound(MESSAGES.userNotFound)
        await audit.record(write, { actor, action: 'profile.update', target: row.name })
        return wireUser(row)
      })
    },

    /** Lets one of the user's sessions last longer. */
    async refresh(user: SignedInUser, sessionId: string): Promise<Refreshed> {
      const session = await sessions.extend(user, sessionId)
      if (!session) return { valid: false, session: null, user: null }
      return { valid: true, session, user: wireUser(await found(user.id)) }
    },

    /** Gives an account another password, which ends its sessions at once. Throws `notFound`. */
    async setPassword(userId: string, password: string): Promise<void> {
      const fields = { passwordHash: await passwords.hash(password), updatedAt: timestamp(clock) }
      await database.write(async ({ tx }) => {
        if (!(await updateUser(tx, userId, fields))) throw notFound(MESSAGES.userNotFound)
        await deleteSessions(tx, userId)
      })
    },

    /**
     * Enables or disables an account; one that is no longer active has its sessions ended at once.
     * Throws `notFound`; `conflict` on oneself and on the last active super_admin.
     */
    async setStatus({ actorId, userId, status }: { actorId: string; userId: string; status: UserStatus }) {
      await change({ actorId, userId, change: { kind: 'status', status } }, async ({ tx }) => {
        await updateUser(tx, userId, { status, updatedAt: timestamp(clock) })
        if (status !== 'active') await deleteSessions(tx, userId)
      })
    },

    /** Deletes an account, its sessions with it. Throws as `setStatus` does. */
    async remove({ actorId, userId }: { actorId: string; userId: string }) {
      await change({ actorId, userId, change: { kind: 'delete' } }, ({ tx }) => deleteUser(tx, userId))
    },
  }
}
