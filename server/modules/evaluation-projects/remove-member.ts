import { DELETED_USER_NAME } from '#contracts/identity/messages.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { anonymizeJudge, listSeats } from './judges/store.ts'
import { PROJECT_REPORTS_TOPIC } from './reports/service.ts'
import { deleteProjectsByOwner } from './store.ts'
import { renameRunner } from './trials/store.ts'

/**
 * Deletes the projects of an account that is being deleted, inside the caller's transaction. In projects of others,
 * what the member submitted as a judge still counts, without their name; a seat whose scores aren't submitted is
 * removed, so that its owner can give it to somebody else. The housekeeping deletes the bytes of evidence.
 */
export async function removeMember(transaction: Transaction, userId: string): Promise<void> {
  if (await deleteProjectsByOwner(transaction.db, userId)) transaction.publish(PROJECT_REPORTS_TOPIC)
  // Trials name the judge who ran them.
  for (const { projectId, name } of await listSeats(transaction.db, userId))
    await renameRunner(transaction.db, { projectId, runner: name }, DELETED_USER_NAME)
  await anonymizeJudge(transaction.db, userId, DELETED_USER_NAME)
}
