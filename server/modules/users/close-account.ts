import type { Credentials } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AccountLinkService } from '#server/modules/account-links/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, SessionUser } from '#server/modules/identity/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RemoveAccount } from './remove-account.ts'

type Dependencies = {
  database: Database
  audit: AuditService
  identity: Pick<IdentityService, 'accounts' | 'requireCredentials'>
  accountLinks: Pick<AccountLinkService, 'getMailContext' | 'notifyOfClosedAccount'>
  removeAccount: RemoveAccount
}

const AUDIT_ACTION = 'auth.close'

/** Creates the function by which members close their own account. */
export function createCloseAccount({ database, audit, identity, accountLinks, removeAccount }: Dependencies) {
  /**
   * Deletes the member's own account and mails its address a confirmation. Throws `conflict` for accounts of the back
   * office, `invalid` on `password` or `code` if it is wrong, `tooManyRequests` after too many wrong ones.
   */
  return async function closeAccount(credentials: Credentials, user: SessionUser): Promise<void> {
    assertClosable(user.role)
    await identity.requireCredentials(user, credentials, { action: AUDIT_ACTION })
    const context = await accountLinks.getMailContext()
    await database.write(async (transaction) => {
      const row = await identity.accounts.find(transaction.db, user.id)
      if (!row) throw notFound(MESSAGES.userNotFound)
      // An administrator may have changed the role since the request was authenticated.
      assertClosable(row.role)
      await removeAccount(transaction, row)
      await accountLinks.notifyOfClosedAccount(transaction, row, context)
      const actor = { id: row.id, name: row.name, ip: user.ip }
      await audit.record(transaction, { actor, action: AUDIT_ACTION, target: row.name })
    })
  }
}

/** Throws `conflict` for staff: administrators decide about access to the back office, and one must remain. */
function assertClosable(role: Role): void {
  if (role !== 'member') throw conflict(IDENTITY_MESSAGES.staffAccountNotClosable)
}
