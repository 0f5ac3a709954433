import type { UserRecord } from '#contracts/users/user.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import { awaitedOf, type UserRow, wireUser } from '#server/modules/identity/service.ts'

/** What stands beside a user's row: the purposes of their links, and who looks. */
type Beside = { purposes: readonly LinkPurpose[]; twoFactor: boolean; seesContacts: boolean }

/** A user in the list of users. */
export const userRecord = (row: UserRow, { purposes, twoFactor, seesContacts }: Beside): UserRecord => ({
  ...wireUser(row),
  ...(seesContacts ? {} : { username: '', email: '', phone: '' }),
  awaited: awaitedOf(row.status, purposes),
  twoFactor,
  version: row.version,
})
