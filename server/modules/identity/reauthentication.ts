import type { AuditAction } from '#contracts/audit/actions.ts'
import { COMPANY_MESSAGES } from '#contracts/identity/company-messages.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import { invalidField, notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { KeyedQueue } from '#server/platform/keyed-queue.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { parseLoginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { findUser, type UserRow } from './store.ts'

/** The user of a session; `ip` is the client's address. */
export type SessionUser = { id: string; name: string; email: string; role: Role; sessionId: string; ip: string }

/** The check of a secret. A wrong one is rejected with `message` on the field `path`, and audited as `action`. */
type SecretCheck = {
  path: string
  message: string
  action: AuditAction
  isCorrect: (account: UserRow) => Promise<boolean>
}

/** The entered password, the form field for errors, and the action that an incorrect one is audited as. */
type PasswordCheck = { path: string; password: string | undefined; action: AuditAction }

type Dependencies = {
  database: Database
  audit: AuditService
  passwords: Passwords
  attempts: LoginAttempts
  enqueue: KeyedQueue
  securityEvents: SecurityEventService
}

/**
 * Creates the checks of a password or code that a signed-in user has to enter again. Wrong ones are counted per
 * session: a stolen session allows no more guesses than signing in, and its guesses don't delay the owner's sign-ins.
 * The checks throw `invalid` and `tooManyRequests`.
 */
export function createReauthentication(dependencies: Dependencies) {
  const { database, audit, passwords, attempts, enqueue, securityEvents } = dependencies

  /** Returns the user's account if the secret is correct. */
  async function requireSecret(user: SessionUser, check: SecretCheck): Promise<UserRow> {
    const loginName = parseLoginName(user.email)
    return enqueue(loginName.localPart, async () => {
      const { id, name, ip, sessionId } = user
      const attempt = await attempts.start({ loginName, ip, account: { id, name }, device: sessionId })
      const account = await findUser(database.read, id)
      if (account && (await attempts.check(attempt, () => check.isCorrect(account)))) {
        await attempts.withdraw(attempt)
        return account
      }
      const { path, message, action } = check
      const context = await securityEvents.getAlertContext()
      await attempts.fail(attempt, async (transaction) => {
        await audit.record(transaction, { actor: { id, name, ip }, action, target: name, detail: `未执行：${message}` })
        if (account && attempt.hasManyFailures)
          await securityEvents.alertOwner(transaction, account, { ip, siteName: context.siteName })
      })
      if (!account) throw notFound(MESSAGES.userNotFound)
      throw invalidField(path, message, { security: { name: 'reauthentication-failed', account: { id, name } } })
    })
  }

  return {
    requireSecret,

    /** Returns the user's account if the password is correct; a missing password is rejected without being counted. */
    async requirePassword(user: SessionUser, { path, password, action }: PasswordCheck): Promise<UserRow> {
      if (password === undefined) throw invalidField(path, IDENTITY_MESSAGES.currentPassword)
      const owner = await findUser(database.read, user.id)
      if (owner?.passwordHash === '') throw invalidField(path, COMPANY_MESSAGES.noPassword)
      return requireSecret(user, {
        path,
        action,
        message: MESSAGES.wrongCurrentPassword,
        isCorrect: ({ passwordHash }) => passwords.verify(passwordHash, password),
      })
    },
  }
}

export type Reauthentication = ReturnType<typeof createReauthentication>
