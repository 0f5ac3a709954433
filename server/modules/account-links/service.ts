import type { EmailInput, PasswordByLinkInput, PasswordSet, TokenInput } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_MESSAGES } from '#contracts/identity/messages.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Links } from '#server/modules/identity/links/service.ts'
import { deleteLinks, type LinkRow, listLinks } from '#server/modules/identity/links/store.ts'
import type { LoginAttempts } from '#server/modules/identity/login-attempts.ts'
import { loginName } from '#server/modules/identity/login-name.ts'
import { passwords } from '#server/modules/identity/passwords.ts'
import {
  deleteSessions,
  findUser,
  findUserByEmail,
  type UserFields,
  type UserRow,
  updateUser,
} from '#server/modules/identity/store.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { AccountMail } from './account-mail.ts'
import { answeredAlike } from './answered-alike.ts'

type Needs = {
  database: Database
  clock: Clock
  audit: AuditService
  links: Links
  letters: AccountMail
  attempts: LoginAttempts
}

const SETS_PASSWORD = ['invitation', 'password'] as const
const LINK_NAMES: Record<LinkPurpose, string> = { invitation: '邀请链接', password: '重置链接', email: '验证链接' }

/** What the links of letters do, and how one asks for such a letter: all of it open to strangers. */
export function createByLink({ database, clock, audit, links, letters, attempts }: Needs) {
  /** Sends the letter where `wanted` says so of whom the address belongs to, and none went out just now. */
  async function ask(typed: string, purpose: LinkPurpose, wanted: (user: UserRow, own: LinkRow[]) => boolean) {
    if (!(await letters.isReady())) throw conflict(ACCOUNT_MESSAGES.mailNotReady)
    const words = await letters.words()
    await answeredAlike(() =>
      database.write(async (write) => {
        const user = await findUserByEmail(write.tx, loginName(typed).name)
        if (!user) return
        const own = await listLinks(write.tx, [user.id])
        const last = own.find((link) => link.purpose === purpose)
        if (!wanted(user, own) || (last && links.isFresh(last))) return
        await letters.sendLink(write, user, purpose, words)
      }),
    )
  }

  /** Whose link it is; a disabled account's counts no more. */
  async function ownerOf(write: Write, { userId }: LinkRow): Promise<UserRow> {
    const user = await findUser(write.tx, userId)
    if (!user || user.status === 'inactive') throw notFound(ACCOUNT_MESSAGES.linkGone)
    return user
  }

  async function save(write: Write, user: UserRow, fields: UserFields): Promise<UserRow> {
    const row = await updateUser(write.tx, user.id, { ...fields, updatedAt: timestamp(clock) })
    if (!row) throw notFound(ACCOUNT_MESSAGES.linkGone)
    return row
  }

  return {
    /** Asks for a letter to set another password. Throws `conflict` while no mail can be sent, for everyone alike. */
    forgotPassword: ({ email }: EmailInput): Promise<void> =>
      ask(email, 'password', ({ status }) => status !== 'inactive'),

    /** Asks for the letter of a registration once more. Throws as `forgotPassword` does. */
    resendVerification: ({ email }: EmailInput): Promise<void> =>
      ask(email, 'email', ({ status }, own) => status === 'pending' && own.some(({ purpose }) => purpose === 'email')),

    /**
     * Sets a password by the secret of a letter and ends the account's sessions. Who was invited, or had only the
     * address to prove, is active then: the letter came to that address. Throws `notFound` for a secret that doesn't count.
     */
    async setPassword({ token, newPassword }: PasswordByLinkInput, ip: string): Promise<PasswordSet> {
      await links.mustCount(token, SETS_PASSWORD)
      const passwordHash = await passwords.hash(newPassword)
      const words = await letters.words()
      return database.write(async (write) => {
        const link = await links.spend(write, token, SETS_PASSWORD)
        const before = await ownerOf(write, link)
        const own = await listLinks(write.tx, [before.id])
        const provesAddress = own.some(({ purpose }) => purpose === 'email')
        const isAwaited = link.purpose === 'invitation' || own.some(({ purpose }) => purpose !== 'password')
        const status = before.status === 'pending' && isAwaited ? 'active' : before.status
        const user = await save(write, before, { passwordHash, status })
        await deleteSessions(write.tx, user.id)
        await deleteLinks(write.tx, user.id)
        await attempts.forget(write.tx, [user.email, user.localPart])
        const actor = { id: user.id, name: user.name, ip }
        const detail = `通过${LINK_NAMES[link.purpose]}设置`
        await audit.record(write, { actor, action: 'auth.password', target: user.name, detail })
        if (before.status === 'pending' && provesAddress) await letters.announce(write, user, words)
        return { email: user.email, backOffice: user.role !== 'member', active: status === 'active' }
      })
    },

    /** Proves an address by the secret of a letter: a waiting member is active then. Throws as `setPassword` does. */
    async verifyEmail({ token }: TokenInput, ip: string): Promise<void> {
      const words = await letters.words()
      await database.write(async (write) => {
        const before = await ownerOf(write, await links.spend(write, token, ['email']))
        const user = await save(write, before, { status: 'active' })
        const actor = { id: user.id, name: user.name, ip }
        await audit.record(write, { actor, action: 'auth.email', target: user.name })
        if (before.status === 'pending') await letters.announce(write, user, words)
      })
    },
  }
}
