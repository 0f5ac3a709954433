import type { AuditAction } from '#contracts/audit/audit.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEvents } from '#server/modules/security-events/service.ts'
import { invalidField, notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { KeyedQueue } from '#server/platform/keyed-queue.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { parseLoginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { findUser, type UserRow } from './store.ts'

/** The account's owner, identified by the session; `ip` is the client's address. */
export type Owner = { id: string; name: string; email: string; role: Role; sessionId: string; ip: string }

/** A check of a secret. A wrong one is rejected with `message` on the field `path`, and audited as `action`. */
type Check = { path: string; message: string; action: AuditAction; isCorrect: (row: UserRow) => Promise<boolean> }

type Dependencies = {
  database: Database
  audit: AuditService
  passwords: Passwords
  attempts: LoginAttempts
  enqueue: KeyedQueue
  securityEvents: SecurityEvents
}

/**
 * Creates checks of a secret that a signed-in user has to enter again. Wrong ones are counted per session: a stolen
 * session allows no more guesses than signing in, and neither slows down the other. They throw `invalid` and
 * `tooManyRequests`.
 */
export function createReauthentication(dependencies: Dependencies) {
  const { database, audit, passwords, attempts, enqueue, securityEvents } = dependencies

  async function verify(owner: Owner, check: Check): Promise<UserRow> {
    const identifier = parseLoginName(owner.email)
    return enqueue(identifier.localPart, async () => {
      const { id, name, ip, sessionId } = owner
      const attempt = await attempts.start({ name: identifier, ip, account: { id, name }, device: sessionId })
      const row = await findUser(database.read, id)
      if (row && (await attempts.check(attempt, () => check.isCorrect(row)))) {
        await attempts.withdraw(attempt)
        return row
      }
      const { path, message, action } = check
      const context = await securityEvents.alertContext()
      await attempts.fail(attempt, async (write) => {
        await audit.record(write, { actor: { id, name, ip }, action, target: name, detail: `未执行：${message}` })
        if (row && attempt.isOneOfMany) await securityEvents.alertOwner(write, row, { ip, siteName: context.siteName })
      })
      if (!row) throw notFound(MESSAGES.userNotFound)
      throw invalidField(path, message, { security: { name: 'reauthentication-failed', account: { id, name } } })
    })
  }

  return {
    verify,

    /** Returns the account's row if the password is correct; a missing password is rejected without being counted. */
    async password(owner: Owner, path: string, password: string | undefined, action: AuditAction): Promise<UserRow> {
      const missing = IDENTITY_MESSAGES.currentPassword
      if (password === undefined) throw invalidField(path, missing)
      return verify(owner, {
        path,
        action,
        message: MESSAGES.wrongCurrentPassword,
        isCorrect: (row) => passwords.verify(row.passwordHash, password),
      })
    },
  }
}
export type Reauthentication = ReturnType<typeof createReauthentication>
