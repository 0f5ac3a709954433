import { z } from 'zod'
import type { Key } from '#contracts/keys/key.ts'
import { KEY_SCOPES } from '#contracts/keys/scopes.ts'
import type { KeyStatus } from '#contracts/keys/statuses.ts'
import type { KeyScope } from '#contracts/permissions.ts'
import type { KeyRow, NamedKeyRow } from './store.ts'

/** Scopes that no longer exist, or can no longer be given to keys, are left out. */
const StoredScopesSchema = z
  .array(z.string())
  .transform((stored): KeyScope[] => KEY_SCOPES.filter((scope) => stored.includes(scope)))
const StoredAddressesSchema = z.array(z.string())

export const readScopes = ({ scopesJson }: Pick<KeyRow, 'scopesJson'>): KeyScope[] =>
  StoredScopesSchema.parse(scopesJson)

export const readAddresses = ({ addressesJson }: Pick<KeyRow, 'addressesJson'>): string[] =>
  StoredAddressesSchema.parse(addressesJson)

export function getStatus({ revokedAt, expiresAt }: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, now: string): KeyStatus {
  if (revokedAt !== null) return 'revoked'
  return expiresAt > now ? 'active' : 'expired'
}

/** Returns a key for those who manage it: never the key or its hash. */
export const toKey = (row: NamedKeyRow, now: string): Key => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  prefix: row.prefix,
  scopes: readScopes(row),
  addresses: readAddresses(row),
  status: getStatus(row, now),
  owner: { id: row.ownerId, name: row.ownerName },
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
  lastUsedAt: row.lastUsedAt,
  lastUsedAddress: row.lastUsedAddress,
})
