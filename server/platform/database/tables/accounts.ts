/** Users and their authentication. */
import type { Generated } from 'kysely'
import type { ProviderKind, SignInArea } from '#contracts/identity/company-sign-in.ts'
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
  signInProviders: SignInProvidersTable
  companyAccounts: CompanyAccountsTable
  companyFlows: CompanyFlowsTable
  companyJoins: CompanyJoinsTable
  accountLinks: AccountLinksTable
}

export type UsersTable = {
  id: string
  /** Stored in lower case. */
  email: string
  /** The part of the email address before `@`, with which users may sign in, too. */
  localPart: string
  name: string
  /** '' if an account that a company's identity provider has opened has no password yet. */
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
  /** Where the owner signs out at the company's identity provider, encrypted with `APP_SECRET`. */
  providerSignOut: Generated<string | null>
  /** The company's identity provider at which the session began; unknown for those from before it was stored. */
  providerId: Generated<string | null>
}

/**
 * How the owner of a session signed in. `company` is a company's account that counts as one factor, `company-two-factor` as
 * two, like a passkey.
 */
export type SessionMethod = 'password' | 'passkey' | 'company' | 'company-two-factor'

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

/** Identity providers of companies. */
export type SignInProvidersTable = {
  id: string
  kind: ProviderKind
  /** What the accounts of the provider are keyed by, besides their subject. */
  issuer: string
  /** `ProviderSettings`. */
  settingsJson: string
  /** Encrypted with `APP_SECRET`. */
  secretEncrypted: string
  isForStaff: boolean
  isForMembers: boolean
  version: Generated<number>
  createdAt: string
  updatedAt: string
  updatedBy: Generated<string | null>
}

/** Accounts at identity providers that people have joined to theirs; never found by an address. */
export type CompanyAccountsTable = {
  id: string
  userId: string
  issuer: string
  subject: string
  /** The provider's label when it was joined. */
  label: string
  /** How the provider calls the person. */
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** When the provider last said that the person has shown two factors. */
  secondFactorAt: Generated<string | null>
}

/** Browsers that have gone to a provider: to sign in, or to join an account to the session's user. */
export type CompanyFlowsTable = {
  stateHash: string
  /** The hash of what only the browser knows that began. */
  ceremonyHash: string
  providerId: string
  sessionId: string | null
  area: SignInArea
  returnTo: string
  nonce: string
  verifier: string
  expiresAt: string
}

/** Proofs of providers that wait for the password of the account to be joined. */
export type CompanyJoinsTable = { tokenHash: string; providerId: string; proofEncrypted: string; expiresAt: string }

/** Tokens of mailed links, as hashes; each is valid once, and a user has one per purpose. */
export type AccountLinksTable = {
  tokenHash: string
  userId: string
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}
