import { type Caller, can } from '#contracts/permissions.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { getPendingStep, toUser, type UserRow } from '#server/modules/identity/service.ts'

/** The data of a user that other tables contain. */
type UserContext = {
  /** The purposes of pending links. */
  purposes: readonly LinkPurpose[]
  twoFactor: boolean
}

/** Returns a user in the list of users, without contact data for callers who may not see it. */
export const toUserRecord = (row: UserRow, { purposes, twoFactor }: UserContext, caller: Caller): UserRecord => ({
  ...toUser(row),
  ...(can(caller, 'contacts:read') ? {} : { username: '', email: '', phone: '' }),
  pendingStep: getPendingStep(row.status, purposes),
  twoFactor,
  version: row.version,
})
