import type { UserRecord } from '#contracts/users/user.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { getPendingStep, toUser, type UserRow } from '#server/modules/identity/service.ts'

/** The data of a user that other tables contain. */
type UserContext = {
  /** The purposes of pending links. */
  purposes: readonly LinkPurpose[]
  twoFactor: boolean
}

/** Returns a user in the list of users. */
export const toUserRecord = (row: UserRow, { purposes, twoFactor }: UserContext): UserRecord => ({
  ...toUser(row),
  pendingStep: getPendingStep(row.status, purposes),
  twoFactor,
  version: row.version,
})
