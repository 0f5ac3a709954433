import { MESSAGES } from '#contracts/messages/general.ts'
import type { UserRow } from '#server/modules/identity/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deleteUser } from './store.ts'

/** An account as other modules know it when they remove what belongs to it. */
export type AccountOwner = Pick<UserRow, 'id' | 'email'>

export type RemoveAccount = ReturnType<typeof createRemoveAccount>

/**
 * Creates the only function that deletes accounts, whether an administrator or the member decides so (decision 062).
 * `removeOwnedData` removes what other modules store for the account; the database deletes sessions, devices, links,
 * the second factor and drafts with the user's row.
 */
export function createRemoveAccount(removeOwnedData: (transaction: Transaction, owner: AccountOwner) => Promise<void>) {
  /** Deletes an account inside the caller's transaction. Throws `notFound` if it was deleted at the same time. */
  return async function removeAccount(transaction: Transaction, { id, email }: AccountOwner): Promise<void> {
    await removeOwnedData(transaction, { id, email })
    if (!(await deleteUser(transaction.db, id))) throw notFound(MESSAGES.userNotFound)
  }
}
