/** Users, and all that lets them in. */
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
  accountLinks: AccountLinksTable
}

export type UsersTable = {
  id: string
  /** In lower case. */
  email: string
  /** The address up to its `@`, by which one may sign in too. */
  localPart: string
  name: string
  passwordHash: string
  /** Set by somebody else, to be changed at the next sign-in. */
  isPasswordTemporary: Generated<boolean>
  role: Role
  status: UserStatus
  company: string
  position: string
  phone: string
  /** Since when a mailed link has shown that the address is theirs; `null` if none has. */
  emailProvedAt: Generated<string | null>
  /** `buildPersonSearchText` of name and company, made when they were saved. */
  searchText: string
  lastLogin: string | null
  /** The version of the terms that was agreed to; `null` if a call said nothing of it. */
  termsVersion: number | null
  createdAt: string
  updatedAt: string
  /** Incremented by every change of the account; a sign-in is none. */
  version: Generated<number>
}

export type SessionsTable = {
  id: string
  userId: string
  /** SHA-256 of the token: who reads this table can't sign in with it. */
  tokenHash: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  expiresAt: string
}

/** Sign-ins of the last minutes that failed or are still being checked; all but the time are hashes. */
export type LoginAttemptsTable = {
  id: string
  /** Of what was typed, in lower case. */
  name: string
  /** Of what was typed, up to its `@`. */
  localPart: string
  /** Of the network address. */
  address: string
  /** The known device or the session that it came from: such attempts count by themselves. */
  device: string | null
  /** False while it is being checked. */
  isFailed: boolean
  at: string
}

/** A browser that signed in to an account, by the hash of the token that it keeps. */
export type KnownDevicesTable = { tokenHash: string; userId: string; lastUsedAt: string }

/** `lastStep` is the time step of the last used code; codes up to it are invalid. Active once it is confirmed. */
export type TwoFactorsTable = {
  userId: string
  /** By APP_SECRET. */
  secretEncrypted: string
  lastStep: number
  confirmedAt: string | null
}

/** Those that were not used yet. */
export type RecoveryCodesTable = { userId: string; codeHash: string }

/** Sign-ins whose password was right and whose code is awaited. */
export type LoginChallengesTable = { tokenHash: string; userId: string; typedName: string; expiresAt: string }

/** The token of a mailed link, by its hash; each is valid once, and a user has one per purpose. */
export type AccountLinksTable = {
  tokenHash: string
  userId: string
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}
