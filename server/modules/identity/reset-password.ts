import { MESSAGES } from '#contracts/messages/general.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { randomPassword } from './accounts.ts'
import { deleteLinks } from './links/store.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { loginName } from './login-name.ts'
import { passwords } from './passwords.ts'
import { deleteSessions, findUserByEmail, updateUser } from './store.ts'
import { deleteTwoFactor } from './two-factor/store.ts'

/** Whoever has a shell on the machine: no account of ours. */
const COMMAND_LINE: Actor = { id: 'command-line', name: '命令行', ip: null }

/** What a reset did, for the one who asked. `password` is in the clear and kept nowhere. */
export type PasswordReset = {
  email: string
  name: string
  status: UserStatus
  password: string
  wasTwoFactorOn: boolean
}

type Needs = { database: Database; clock: Clock; audit: AuditService; attempts: LoginAttempts }

/** The way back in from the machine itself, for someone who locked themselves out. */
export function createPasswordReset({ database, clock, audit, attempts }: Needs) {
  /**
   * Gives the account of an address a random password, ends its sessions and voids its links, turns two-factor sign-in off and forgets its failed sign-ins.
   * Throws `notFound`.
   */
  return async function resetPassword(typed: string): Promise<PasswordReset> {
    const { name: email, localPart } = loginName(typed)
    const password = randomPassword()
    const fields = { passwordHash: await passwords.hash(password), updatedAt: timestamp(clock) }
    return database.write(async (write) => {
      const known = await findUserByEmail(write.tx, email)
      if (!known) throw notFound(MESSAGES.userNotFound)
      await updateUser(write.tx, known.id, fields)
      const wasTwoFactorOn = await deleteTwoFactor(write.tx, known.id)
      await deleteSessions(write.tx, known.id)
      await deleteLinks(write.tx, known.id)
      await attempts.forget(write.tx, [email, localPart])
      await audit.record(write, { actor: COMMAND_LINE, action: 'user.password', target: known.name })
      return { email, name: known.name, status: known.status, password, wasTwoFactorOn }
    })
  }
}
