import { randomBytes } from 'node:crypto'
import { KNOWN_DEVICE } from '#contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { deleteDevices, deleteDevicesBefore, isDeviceKnown, saveDevice } from './store.ts'

export type Devices = ReturnType<typeof createDevices>

/**
 * Creates the service of known devices: browsers that signed in before. A token is 256 random bits, of which only the
 * hash is stored; it opens nothing, but wrong passwords that others type don't slow its holder.
 */
export function createDevices({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Returns the hash under which a device is known to an account; `undefined` if it isn't. */
    async find(token: string | undefined, userId: string | undefined): Promise<string | undefined> {
      if (token === undefined) return undefined
      const tokenHash = sha256(token)
      // Asked for an unknown account, too: time tells nothing.
      return (await isDeviceKnown(database.read, tokenHash, userId ?? '')) ? tokenHash : undefined
    },

    /**
     * Makes a device known to an account, inside the caller's transaction. Returns its token: the one it has, or a new
     * one. A token that we never gave out is replaced: whoever planted it would know it.
     */
    async remember(tx: Queryable, userId: string, token: string | undefined): Promise<string> {
      const now = clock.now()
      await deleteDevicesBefore(tx, new Date(now.getTime() - KNOWN_DEVICE.retentionMs).toISOString())
      const known = token !== undefined && (await isDeviceKnown(tx, sha256(token))) ? token : undefined
      const deviceToken = known ?? randomBytes(32).toString('base64url')
      await saveDevice(tx, { tokenHash: sha256(deviceToken), userId, lastUsedAt: now.toISOString() })
      return deviceToken
    },

    /** Forgets an account's devices: after another password they count like any other. */
    forgetAll: (tx: Queryable, userId: string) => deleteDevices(tx, userId),
  }
}
