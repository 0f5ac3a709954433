/** Users, and all that lets them in. */
import type { Generated } from 'kysely'
import type { LinkPurpose, Role, UserStatus } from '#contracts/vocabulary.ts'

export type UsersTable = {
  id: string
  /** In lower case. */
  email: string
  /** The address up to its `@`, by which one may sign in too. */
  localPart: string
  name: string
  passwordHash: string
  role: Role
  status: UserStatus
  company: string
  position: string
  phone: string
  /** `buildPersonSearchText` of name and company, made when they were saved. */
  searchText: string
  lastLogin: string | null
  createdAt: string
  updatedAt: string
  /** Counts what is changed of the account; signing in changes nothing. */
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
  /** False while it is being checked. */
  isFailed: boolean
  at: string
}

/** `lastStep` is that of the last code used: it and those before count no more. On once it is confirmed. */
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

/** A secret that a mail brought, by its hash; each counts once, and one a purpose for each user. */
export type AccountLinksTable = {
  tokenHash: string
  userId: string
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}
