import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import { forbidden, unauthenticated } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { INVALID_TOKEN } from '#server/platform/http/guard/key-access.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { isAllowedAddress } from './allowed-addresses.ts'
import { isWholeKey, KEY_PREFIX } from './key-format.ts'
import { findKeyByHash, type KeyRow } from './store.ts'
import { getStatus, readAddresses, readScopes } from './view.ts'

type Dependencies = { database: Database; clock: Clock; identity: Pick<IdentityService, 'sessions'> }

const refuse = (message: string) => unauthenticated(message, { challenge: INVALID_TOKEN })

/**
 * Creates the authentication of callers: people by the token of their session, programs by a key. A key is looked up by
 * its hash, so that the time of a look-up says nothing about a key; nothing secret is compared character by character.
 */
export function createAuthentication({ database, clock, identity }: Dependencies) {
  const { sessions } = identity

  /** Returns the stored key. Throws `unauthenticated` unless it is valid now. */
  async function getValid(key: string): Promise<KeyRow> {
    const row = await findKeyByHash(database.read, sha256(key))
    if (!row) throw refuse(MESSAGES.unknown)
    const status = getStatus(row, timestamp(clock))
    if (status !== 'active') throw refuse(status === 'revoked' ? MESSAGES.isRevoked : MESSAGES.expired)
    return row
  }

  return {
    /**
     * Returns the user of a valid token; of a key, its owner as they are now, with the key's scopes. `undefined` for an
     * invalid session. Throws `unauthenticated` for an invalid key, `forbidden` for one that is used from another address.
     */
    async authenticate(token: string, address: string): Promise<SignedInUser | undefined> {
      if (!token.startsWith(KEY_PREFIX)) return sessions.authenticate(token)
      if (!isWholeKey(token)) {
        // One of 262,144 tokens of sessions begins like a key.
        const user = await sessions.authenticate(token)
        if (!user) throw refuse(MESSAGES.incomplete)
        return user
      }
      const row = await getValid(token)
      authorize(isAllowedAddress(readAddresses(row), address), forbidden(MESSAGES.addressRefused(address)))
      const owner = await sessions.findKeyOwner(row.ownerId)
      if (!owner) throw refuse(MESSAGES.ownerInactive)
      return { ...owner, scopes: readScopes(row), key: { id: row.id, name: row.name } }
    },
  }
}
