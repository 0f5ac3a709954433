import { KNOWN_DEVICE } from '#contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import {
  deleteDevicesOfUser,
  deleteDevicesUnusedSince,
  isDeviceKnown,
  isDeviceOfUser,
  listDeviceUses,
  saveDevice,
} from './store.ts'

export type Devices = ReturnType<typeof createDevices>

/**
 * Creates the service for known devices: browsers that have signed in before. A token is 256 random bits, of which only
 * the hash is stored. It grants no access, but exempts its device from delays caused by other clients' wrong passwords.
 */
export function createDevices({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Returns the hash that identifies a device of an account; `undefined` if it isn't known. */
    async find(token: string | undefined, userId: string | undefined): Promise<string | undefined> {
      if (token === undefined) return undefined
      const tokenHash = sha256(token)
      // Queried even for an unknown account, so that timing reveals nothing.
      return (await isDeviceOfUser(database.read, tokenHash, userId ?? '')) ? tokenHash : undefined
    },

    /**
     * Adds a device to an account inside the caller's transaction. Returns its token: the existing or a new one. A
     * token that this server didn't issue is replaced, because an attacker may have planted it.
     */
    async remember(db: Queryable, userId: string, token: string | undefined): Promise<string> {
      const now = clock.now()
      await deleteDevicesUnusedSince(db, new Date(now.getTime() - KNOWN_DEVICE.retentionMs).toISOString())
      const issuedToken = token !== undefined && (await isDeviceKnown(db, sha256(token))) ? token : undefined
      const deviceToken = issuedToken ?? createToken()
      await saveDevice(db, { tokenHash: sha256(deviceToken), userId, lastUsedAt: now.toISOString() })
      return deviceToken
    },

    /** Lists when an account's devices were last used, latest first. Nothing else is stored about them. */
    list: (userId: string) => listDeviceUses(database.read, userId),

    /** Removes an account's devices, which are then no longer exempt from delays. */
    forgetAll: (db: Queryable, userId: string) => deleteDevicesOfUser(db, userId),
  }
}
