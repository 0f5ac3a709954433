/** Keys for programs. */
import type { KeyKind } from '#contracts/keys/key.ts'
import type { Json } from './json.ts'

export type KeyTables = {
  apiKeys: ApiKeysTable
  apiKeyUses: ApiKeyUsesTable
}

export type ApiKeysTable = {
  id: string
  /** Whom it acts for; it is deleted with the account. */
  ownerId: string
  kind: KeyKind
  name: string
  /** SHA-256 of the key, so that a leaked table opens nothing. */
  keyHash: string
  /** The first characters, by which people recognise it. */
  prefix: string
  scopesJson: Json
  addressesJson: Json
  createdAt: string
  expiresAt: string
  revokedAt: string | null
  lastUsedAt: string | null
  lastUsedAddress: string | null
  /** When its owner was told that it is about to expire. */
  remindedAt: string | null
}

/** How often a key made a call on a day. */
export type ApiKeyUsesTable = { keyId: string; day: string; call: string; count: number }
