import type { RegisterReply, VerificationRequired } from '#contracts/account-links/account-link.ts'
import type { RegisterInput } from '#contracts/identity/account.ts'
import { ACCOUNT_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AccountMail } from '#server/modules/account-links/account-mail.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { emailTaken, newUserRow, takingAddress } from '#server/modules/identity/accounts.ts'
import { loginName } from '#server/modules/identity/login-name.ts'
import type { Client, Sessions } from '#server/modules/identity/sessions.ts'
import { findUserByEmail, insertUser, type UserRow } from '#server/modules/identity/store.ts'
import { wireUser } from '#server/modules/identity/view.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError, forbidden } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'

type Needs = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  sessions: Sessions
  letters: AccountMail
}

export function createRegistration(needs: Needs) {
  const { database, clock, settings, audit, sessions, letters } = needs

  /** Keeps the new member, and who came from where. */
  async function insert(write: Write, row: UserRow, ip: string, detail: string): Promise<void> {
    await takingAddress(() => insertUser(write.tx, row))
    const actor = { id: row.id, name: row.name, ip }
    await audit.record(write, { actor, action: 'auth.register', target: row.name, detail })
  }

  /** Makes a waiting account and sends the letter that makes it active. */
  async function registerWaiting(row: UserRow, client: Client): Promise<VerificationRequired> {
    const words = await letters.words()
    await database.write(async (write) => {
      await insert(write, row, client.ip, '等待验证邮箱')
      // Mail was turned off this very moment: with no letter the account could never become active.
      if (!(await letters.sendLink(write, row, 'email', words))) throw new AppError('unavailable')
    })
    return { success: true, message: ACCOUNT_MESSAGES.verifyFirst, user: wireUser(row), verificationRequired: true }
  }

  /**
   * Makes a member's account and signs in; where the settings say so and mail can be sent, the address has to be proved
   * before. Throws `forbidden` while registration is closed, `conflict` if taken.
   */
  return async function register(input: RegisterInput, client: Client): Promise<RegisterReply> {
    const { enableRegistration, requireEmailVerification } = await settings.security()
    if (!enableRegistration) throw forbidden(MESSAGES.registrationClosed)
    if (await findUserByEmail(database.read, loginName(input.email).name)) throw emailTaken()
    const isToProve = requireEmailVerification && (await letters.isReady())
    const made = await newUserRow(needs, { ...input, role: 'member', status: isToProve ? 'pending' : 'active' })
    if (isToProve) return registerWaiting(made, client)
    const row = { ...made, lastLogin: timestamp(clock) }
    const expiresAt = await sessions.expiry()
    const words = await letters.words()
    return database.write(async (write) => {
      await insert(write, row, client.ip, '')
      await letters.announce(write, row, words)
      const begun = await sessions.begin(write.tx, row.id, client, expiresAt)
      return { success: true, message: MESSAGES.registerSucceeded, ...begun, user: wireUser(row) }
    })
  }
}
