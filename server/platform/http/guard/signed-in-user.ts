import type { KeyScope } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** A signed-in user with their session, or the owner of the key by which a program makes a call. */
export type SignedInUser = {
  id: string
  email: string
  name: string
  role: Role
  /** Empty for a program. */
  sessionId: string
  /** What the key may do; absent for a person. */
  scopes?: readonly KeyScope[]
  key?: { id: string; name: string }
  /** The account has a second factor, or the user has signed in in a way that counts as two. */
  hasSecondFactor: boolean
  /** The settings require two-factor sign-in, and the user hasn't set it up yet. */
  mustEnableTwoFactor: boolean
  /** The password was set by someone else and has to be changed first. */
  mustChangePassword: boolean
}
