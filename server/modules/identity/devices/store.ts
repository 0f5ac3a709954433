import type { Queryable } from '#server/platform/database/database.ts'
import type { KnownDevicesTable } from '#server/platform/database/tables/accounts.ts'

/** Returns whether a device is known to an account; to any account if none is given. */
export async function isDeviceKnown(db: Queryable, tokenHash: string, userId?: string): Promise<boolean> {
  let query = db.selectFrom('knownDevices').select('tokenHash').where('tokenHash', '=', tokenHash).limit(1)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

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

export const deleteDevicesBefore = (db: Queryable, time: string) =>
  db.deleteFrom('knownDevices').where('lastUsedAt', '<=', time).execute()

export const deleteDevices = (db: Queryable, userId: string) =>
  db.deleteFrom('knownDevices').where('userId', '=', userId).execute()
