import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { KnownDevicesTable } from '#server/platform/database/tables/accounts.ts'

/** Returns whether an account has signed in on a device. */
export const isDeviceOfUser = (db: Queryable, tokenHash: string, userId: string): Promise<boolean> =>
  hasRow(selectDevice(db, tokenHash).where('userId', '=', userId))

/** Returns whether any account has signed in on a device. */
export const isDeviceKnown = (db: Queryable, tokenHash: string): Promise<boolean> => hasRow(selectDevice(db, tokenHash))

const selectDevice = (db: Queryable, tokenHash: string) =>
  db.selectFrom('knownDevices').select('tokenHash').where('tokenHash', '=', tokenHash).limit(1)

/** Adds a user's device, or records that it was used again. */
export const saveDevice = (db: Queryable, device: KnownDevicesTable) =>
  db
    .insertInto('knownDevices')
    .values(device)
    .onConflict((row) => row.columns(['tokenHash', 'userId']).doUpdateSet({ lastUsedAt: device.lastUsedAt }))
    .execute()

/** Lists when an account's devices were last used, latest first. */
export const listDeviceUses = (db: Queryable, userId: string) =>
  db
    .selectFrom('knownDevices')
    .select('lastUsedAt')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .execute()

export const deleteDevicesUnusedSince = (db: Queryable, time: string) =>
  db.deleteFrom('knownDevices').where('lastUsedAt', '<=', time).execute()

export const deleteDevicesOfUser = (db: Queryable, userId: string) =>
  db.deleteFrom('knownDevices').where('userId', '=', userId).execute()
