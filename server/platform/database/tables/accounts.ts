/** Users and their authentication. */
import type { Generated } from 'kysely'
import type { LinkPurpose, Role, UserStatus } from '#contracts/vocabulary.ts'

export type AccountTables = {
  users: UsersTable
  sessions: SessionsTable
  loginAttempts: LoginAttemptsTable
  knownDevices: KnownDevicesTable
  twoFactors: TwoFactorsTable
  recoveryCodes: RecoveryCodesTable
  loginChallenges: LoginChallengesTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  accountLinks: AccountLinksTable
}

export type UsersTable = {
  id: string
  /** Stored in lower case. */
  email: string
  /** The part of the email address before `@`, with which users may sign in, too. */
  localPart: string
  name: string
  passwordHash: string
  /** The password was set by someone else and must be changed at the next sign-in. */
  isPasswordTemporary: Generated<boolean>
  role: Role
  status: UserStatus
  company: string
  position: string
  phone: string
  /** When the email address was verified by a mailed link; `null` if it wasn't. */
  emailVerifiedAt: Generated<string | null>
  /** `buildPersonSearchText` of name and company, computed on save. */
  searchText: string
  lastLogin: string | null
  /** The version of the terms that was agreed to; `null` if the call didn't contain it. */
  termsVersion: number | null
  createdAt: string
  updatedAt: string
  /** The account that saved the row last, which may be deleted by now; `null` for the system itself. */
  updatedBy: Generated<string | null>
  /** Incremented by every change of the account, but not by a sign-in. */
  version: Generated<number>
}

export type SessionsTable = {
  id: string
  userId: string
  /** SHA-256 of the token, so that a leaked table doesn't allow signing in. */
  tokenHash: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  expiresAt: string
  method: Generated<SessionMethod>
}

/** How the owner of a session signed in. All ways but a password count as two factors. */
export type SessionMethod = 'password' | 'passkey'

/** Recent sign-ins that failed or are still being checked; all values but the time are hashes. */
export type LoginAttemptsTable = {
  id: string
  /** Hash of the typed name in lower case. */
  name: string
  /** Hash of the typed name up to `@`. */
  localPart: string
  /** Hash of the IP address. */
  address: string
  /** The known device or session of the attempt; such attempts are counted separately. */
  device: string | null
  /** False while it is being checked. */
  isFailed: boolean
  at: string
}

/** Browsers that have signed in to an account, by the hash of the token they store. */
export type KnownDevicesTable = { tokenHash: string; userId: string; lastUsedAt: string }

/** `lastStep` is the time step of the last used code; codes up to it are invalid. Active once it is confirmed. */
type TwoFactorsTable = {
  userId: string
  /** Encrypted with `APP_SECRET`. */
  secretEncrypted: string
  lastStep: number
  confirmedAt: string | null
}

/** Unused recovery codes. */
type RecoveryCodesTable = { userId: string; codeHash: string }

/** Sign-ins with a correct password that still need a two-factor code. */
export type LoginChallengesTable = { tokenHash: string; userId: string; typedName: string; expiresAt: string }

/** The public keys of devices with which people sign in. */
export type PasskeysTable = {
  id: string
  userId: string
  /** The id by which the device knows the key, as base64url. */
  credentialId: string
  /** In COSE's format, as base64url. */
  publicKey: string
  /** How often the device has signed, if it counts; otherwise 0. */
  counter: number
  name: string
  /** The key has a copy in its owner's account at the maker of the device. */
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

/** What devices are asked to sign: for a new passkey of the session's user, or for a sign-in if there is no session. */
export type PasskeyChallengesTable = {
  tokenHash: string
  challenge: string
  sessionId: string | null
  expiresAt: string
}

/** Tokens of mailed links, as hashes; each is valid once, and a user has one per purpose. */
export type AccountLinksTable = {
  tokenHash: string
  userId: string
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}
