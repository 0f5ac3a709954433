import { can, type Viewer } from '#contracts/permissions.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { getPendingStep, toUser, type UserRow } from '#server/modules/identity/service.ts'

/** Data of a user's view besides the row. */
type UserContext = {
  /** The purposes of pending links. */
  purposes: readonly LinkPurpose[]
  twoFactor: boolean
}

/** Returns a user in the list of users, without contact data for viewers who may not see it. */
export const toUserRecord = (row: UserRow, { purposes, twoFactor }: UserContext, viewer: Viewer): UserRecord => ({
  ...toUser(row),
  ...(can(viewer, 'contacts:read') ? {} : { username: '', email: '', phone: '' }),
  awaited: getPendingStep(row.status, purposes),
  twoFactor,
  version: row.version,
})
