import type { Queryable } from '#server/platform/database/database.ts'
import type { KnownDevicesTable } from '#server/platform/database/tables/accounts.ts'

/** Returns whether an account has signed in on a device. */
export const isDeviceOfUser = async (db: Queryable, tokenHash: string, userId: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash).where('userId', '=', userId).executeTakeFirst()) !== undefined

/** Returns whether any account has signed in on a device. */
export const isDeviceKnown = async (db: Queryable, tokenHash: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash).executeTakeFirst()) !== undefined

const selectDevice = (db: Queryable, tokenHash: string) =>
  db.selectFrom('knownDevices').select('tokenHash').where('tokenHash', '=', tokenHash).limit(1)

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
