/** The secrets of connections: write-only, encrypted at rest, and bound to the server that they were typed for. */
import { z } from 'zod'
import type { ConnectionSave } from '#contracts/agents/connection.ts'
import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { invalidField } from '#server/platform/app-error.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { ConnectionId, ConnectionRow } from './store.ts'

/** The secrets of a connection as they are sent. */
const SecretsSchema = z.object({
  /** The key; `null` without one. It is never blank: in a save, a blank key stands for the stored one. */
  secret: z.string().nullable(),
  /** Headers with keys, by name. */
  headers: z.record(z.string(), z.string()),
})
export type ConnectionSecrets = z.infer<typeof SecretsSchema>

const NO_SECRETS: ConnectionSecrets = { secret: null, headers: {} }

type StoredSecrets = ConnectionId & Pick<ConnectionRow, 'keysEncrypted'>

export const getSecretsPurpose = ({ projectId, candidate }: ConnectionId) =>
  `agent-connection:${projectId}:${candidate}`

/**
 * Returns the secrets of a connection; none if they were encrypted with an `APP_SECRET` that is lost. Throws for anything
 * else that can't be read, which a save would replace.
 */
export function decryptSecrets(encryption: Encryption, row: StoredSecrets): ConnectionSecrets {
  if (row.keysEncrypted === null) return NO_SECRETS
  const text = encryption.tryDecrypt(row.keysEncrypted, getSecretsPurpose(row))
  return text === undefined ? NO_SECRETS : SecretsSchema.parse(JSON.parse(text))
}

/** Returns the secrets for the database; `null` without any. */
export const encryptSecrets = (encryption: Encryption, id: ConnectionId, secrets: ConnectionSecrets): string | null =>
  secrets.secret === null && Object.keys(secrets.headers).length === 0
    ? null
    : encryption.encrypt(JSON.stringify(secrets), getSecretsPurpose(id))

/** Returns scheme, host and port of an address. */
export const getOrigin = (url: string): string => new URL(url).origin

/**
 * Returns the secrets to save: those that were typed, and for blank ones the stored ones, unless the address now leads to
 * another server. Throws `invalid` for a header without a value.
 */
export function mergeSecrets(
  input: Pick<ConnectionSave, 'url' | 'secret' | 'headers'>,
  stored: (ConnectionSecrets & { origin: string }) | undefined,
): ConnectionSecrets {
  const kept = stored?.origin === getOrigin(input.url) ? stored : NO_SECRETS
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
