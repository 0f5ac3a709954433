import type { AuditAction } from '#contracts/audit/audit.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { KeyedQueue } from '#server/platform/keyed-queue.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { loginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import { findUser, type UserRow } from './store.ts'

/** The account's owner, identified by the session; `ip` is the caller's address. */
export type Owner = { id: string; name: string; email: string; role: Role; sessionId: string; ip: string }

/** A check of a secret. A wrong one is refused on the field `path` with `message`, and audited as `action`. */
type Check = { path: string; message: string; action: AuditAction; isCorrect: (row: UserRow) => Promise<boolean> }

type Dependencies = {
  database: Database
  settings: SettingsService
  audit: AuditService
  passwords: Passwords
  attempts: LoginAttempts
  enqueue: KeyedQueue
}

/**
 * Creates checks of a secret that a signed-in user has to enter again. Wrong ones count as failed sign-ins, so that a
 * stolen session allows no more guesses. They throw `invalid` and `tooManyRequests`.
 */
export function createReauthentication({ database, settings, audit, passwords, attempts, enqueue }: Dependencies) {
  async function verify(owner: Owner, check: Check): Promise<UserRow> {
    const identifier = loginName(owner.email)
    return enqueue(identifier.localPart, async () => {
      const attempt = await attempts.start(identifier, owner.ip, (await settings.security()).maxLoginAttempts)
      const row = await findUser(database.read, owner.id)
      if (row && (await attempts.check(attempt, () => check.isCorrect(row)))) {
        await attempts.withdraw(attempt)
        return row
      }
      const { path, message, action } = check
      const actor = { id: owner.id, name: owner.name, ip: owner.ip }
      await attempts.fail(attempt, (write) =>
        audit.record(write, { actor, action, target: owner.name, detail: `未执行：${message}` }),
      )
      if (!row) throw notFound(MESSAGES.userNotFound)
      throw invalid(message, [{ path, message }])
    })
  }

  return {
    verify,

    /** Returns the account's row if the password is its own. */
    password: (owner: Owner, path: string, password: string, action: AuditAction): Promise<UserRow> =>
      verify(owner, {
        path,
        action,
        message: MESSAGES.wrongCurrentPassword,
        isCorrect: (row) => passwords.verify(row.passwordHash, password),
      }),
  }
}
export type Reauthentication = ReturnType<typeof createReauthentication>
