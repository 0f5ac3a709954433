/** The keys of connections: write-only, encrypted at rest, and bound to the server that they were typed for. */
import { z } from 'zod'
import type { ConnectionSave } from '#contracts/agents/connection.ts'
import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { invalidField } from '#server/platform/app-error.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { ConnectionKey, ConnectionRow } from './store.ts'

const KeysSchema = z.object({ secret: z.string().nullable(), headers: z.record(z.string(), z.string()) })
export type ConnectionKeys = z.infer<typeof KeysSchema>

const NO_KEYS: ConnectionKeys = { secret: null, headers: {} }

type StoredKeys = ConnectionKey & Pick<ConnectionRow, 'keysEncrypted'>

export const getKeysPurpose = ({ projectId, candidate }: ConnectionKey) => `agent-connection:${projectId}:${candidate}`

/** Returns the keys of a connection; none if they were encrypted with an `APP_SECRET` that is lost. */
export function decryptKeys(encryption: Encryption, row: StoredKeys): ConnectionKeys {
  if (row.keysEncrypted === null) return NO_KEYS
  try {
    return KeysSchema.parse(JSON.parse(encryption.decrypt(row.keysEncrypted, getKeysPurpose(row))))
  } catch {
    return NO_KEYS
  }
}

/** Returns the keys for the database; `null` without any. */
export const encryptKeys = (encryption: Encryption, key: ConnectionKey, keys: ConnectionKeys): string | null =>
  keys.secret === null && Object.keys(keys.headers).length === 0
    ? null
    : encryption.encrypt(JSON.stringify(keys), getKeysPurpose(key))

/** Returns scheme, host and port of an address. */
export const getOrigin = (url: string): string => new URL(url).origin

/**
 * Returns the keys to save: those that were typed, and for blank ones the stored ones, unless the address now leads to
 * another server. Throws `invalid` for a header without a value.
 */
export function mergeKeys(
  input: Pick<ConnectionSave, 'url' | 'secret' | 'headers'>,
  stored: (ConnectionKeys & { origin: string }) | undefined,
): ConnectionKeys {
  const kept = stored?.origin === getOrigin(input.url) ? stored : NO_KEYS
  const secret = input.secret === '' ? kept.secret : input.secret
  if (!input.headers) return { secret, headers: kept.headers }
  const keptHeaders = new Map(Object.entries(kept.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const headers = Object.entries(input.headers).map(([name, typed]) => {
    const value = typed === '' ? keptHeaders.get(name.toLowerCase()) : typed
    if (value === undefined) throw invalidField(`headers.${name}`, MESSAGES.keyHeaderValue(name))
    return [name, value]
  })
  return { secret, headers: Object.fromEntries(headers) }
}
