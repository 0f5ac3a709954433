import type { PasswordChangeInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { conflict, invalidField } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import type { Links } from './links/service.ts'
import type { NewPasswords } from './new-passwords.ts'
import type { Reauthentication, SessionUser } from './reauthentication.ts'
import { deleteSessions, replacePassword } from './store.ts'
import type { TwoFactor } from './two-factor/service.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  newPasswords: NewPasswords
  links: Links
  reauthentication: Reauthentication
  twoFactor: Pick<TwoFactor, 'requireCodeIfEnabled'>
}

const AUDIT_ACTION = 'auth.password'

/** Creates the function by which users change their own password. */
export function createChangePassword(dependencies: Dependencies) {
  const { database, clock, audit, newPasswords, links, reauthentication, twoFactor } = dependencies
  /**
   * Changes the user's own password and ends their other sessions. Throws `invalid` on the wrong field,
   * `tooManyRequests`, and `conflict` if the password was changed elsewhere meanwhile.
   */
  return async function changePassword(input: PasswordChangeInput, user: SessionUser): Promise<void> {
    const account = await reauthentication.requirePassword(user, {
      path: 'currentPassword',
      password: input.currentPassword,
      action: AUDIT_ACTION,
    })
    if (input.newPassword === input.currentPassword)
      throw invalidField('newPassword', IDENTITY_MESSAGES.passwordUnchanged)
    const { name, email } = account
    const newHash = await newPasswords.hash(input.newPassword, { name, email, path: 'newPassword', label: '密码' })
    // Last, since the code works only once: a rejected new password must not use it up.
    await twoFactor.requireCodeIfEnabled(user, input.code, AUDIT_ACTION)
    await database.write(async (transaction) => {
      const change = { id: user.id, oldHash: account.passwordHash, newHash }
      if (!(await replacePassword(transaction.db, change, createSaveStamp(clock, user))))
        throw conflict(MESSAGES.passwordChangedElsewhere)
      await deleteSessions(transaction.db, user.id, [user.sessionId])
      await links.removeAll(transaction, user.id)
      await audit.record(transaction, { actor: user, action: AUDIT_ACTION, target: user.name })
    })
  }
}
