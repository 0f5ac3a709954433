import type { UserRecord } from '#contracts/users/user.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { findPendingStep, toUser, type UserRow } from '#server/modules/identity/service.ts'

/** The data of a user's view besides the row: the purposes of pending links, and the viewer's permission. */
type UserContext = { purposes: readonly LinkPurpose[]; twoFactor: boolean; canSeeContacts: boolean }

/** Returns a user in the list of users. */
export const toUserRecord = (row: UserRow, { purposes, twoFactor, canSeeContacts }: UserContext): UserRecord => ({
  ...toUser(row),
  ...(canSeeContacts ? {} : { username: '', email: '', phone: '' }),
  awaited: findPendingStep(row.status, purposes),
  twoFactor,
  version: row.version,
})
