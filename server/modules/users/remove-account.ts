import { MESSAGES } from '#contracts/messages/general.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { AccountDataCategory, RemovedAccount } from './account-data.ts'
import { deleteUser } from './store.ts'

export type RemoveAccount = ReturnType<typeof createRemoveAccount>

/**
 * Creates the only function that deletes accounts, whether an administrator or the member decides so (decision 062). It
 * removes every category of the account's data; the database deletes what cascades with the user's row.
 */
export function createRemoveAccount(accountData: readonly AccountDataCategory[]) {
  /** Deletes an account inside the caller's transaction. Throws `notFound` if it was deleted at the same time. */
  return async function removeAccount(transaction: Transaction, account: RemovedAccount): Promise<void> {
    for (const { removal } of accountData) if (typeof removal === 'function') await removal(transaction, account)
    if (!(await deleteUser(transaction.db, account.id))) throw notFound(MESSAGES.userNotFound)
  }
}
