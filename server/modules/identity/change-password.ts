import type { PasswordChangeInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { conflict, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Links } from './links/service.ts'
import type { NewPasswords } from './new-passwords.ts'
import type { Owner, Reauthentication } from './reauthentication.ts'
import { deleteSessions, replacePassword } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  newPasswords: NewPasswords
  links: Links
  checks: Reauthentication
}

export function createChangePassword({ database, clock, audit, newPasswords, links, checks }: Dependencies) {
  /**
   * Changes the user's own password and ends their other sessions. Throws `invalid` on the field of a wrong current
   * password or an unacceptable new one, `tooManyRequests` after too many wrong ones, `conflict` if the password was
   * changed elsewhere meanwhile.
   */
  return async function changePassword(owner: Owner, input: PasswordChangeInput): Promise<void> {
    const user = await checks.password(owner, 'currentPassword', input.currentPassword, 'auth.password')
    const message = IDENTITY_MESSAGES.passwordUnchanged
    if (input.newPassword === input.currentPassword) throw invalidField('newPassword', message)
    const { name, email } = user
    const passwordHash = await newPasswords.hash(input.newPassword, { name, email, path: 'newPassword', label: '密码' })
    await database.write(async (write) => {
      const change = { id: owner.id, old: user.passwordHash, passwordHash, at: timestamp(clock) }
      if (!(await replacePassword(write.tx, change))) throw conflict(MESSAGES.passwordChangedElsewhere)
      await deleteSessions(write.tx, owner.id, [owner.sessionId])
      await links.removeAll(write, owner.id)
      const actor = { id: owner.id, name: owner.name, ip: owner.ip }
      await audit.record(write, { actor, action: 'auth.password', target: owner.name })
    })
  }
}
