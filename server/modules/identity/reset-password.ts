import { MESSAGES } from '#contracts/messages/general.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { COMMAND_LINE } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Accounts, generatePassword } from './accounts.ts'
import { deleteCompanyAccounts } from './company-accounts/store.ts'
import { deletePasskeys } from './passkeys/store.ts'
import type { Passwords } from './passwords.ts'
import { deleteTwoFactor } from './two-factor/store.ts'

/** The result of a reset. `password` is in plain text and isn't stored. */
type PasswordReset = {
  email: string
  name: string
  status: UserStatus
  password: string
  wasTwoFactorEnabled: boolean
  deletedPasskeys: number
  deletedCompanyAccounts: number
}

type Dependencies = { database: Database; audit: AuditService; passwords: Passwords; accounts: Accounts }

/** Creates the reset of a locked-out account from the command line. */
export function createPasswordReset({ database, audit, passwords, accounts }: Dependencies) {
  /**
   * Resets an account: sets a random temporary password, disables two-factor sign-in, and deletes passkeys, companies'
   * accounts, sessions, links and counted failures. Throws `notFound`.
   */
  return async function resetPassword(email: string): Promise<PasswordReset> {
    const password = generatePassword()
    const passwordHash = await passwords.hash(password)
    return database.write(async (transaction) => {
      const account = await accounts.findByEmail(transaction.db, email)
      if (!account) throw notFound(MESSAGES.userNotFound)
      const { name, status, ...user } = await accounts.update(
        transaction,
        account,
        { passwordHash, isPasswordTemporary: true },
        { actor: COMMAND_LINE },
      )
      const wasTwoFactorEnabled = await deleteTwoFactor(transaction.db, account.id)
      const deletedPasskeys = await deletePasskeys(transaction.db, account.id)
      const deletedCompanyAccounts = await deleteCompanyAccounts(transaction.db, account.id)
      await audit.record(transaction, { actor: COMMAND_LINE, action: 'user.password', target: name })
      const deleted = { deletedPasskeys, deletedCompanyAccounts }
      return { email: user.email, name, status, password, wasTwoFactorEnabled, ...deleted }
    })
  }
}
