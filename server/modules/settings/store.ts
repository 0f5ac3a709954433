import type { Queryable } from '#server/platform/database/database.ts'

export const findSetting = async (db: Queryable, part: string): Promise<unknown> =>
  (await db.selectFrom('settings').select('valueJson').where('part', '=', part).executeTakeFirst())?.valueJson

export const saveSetting = (db: Queryable, part: string, value: unknown, at: string) =>
  db
    .insertInto('settings')
    .values({ part, valueJson: JSON.stringify(value), updatedAt: at })
    .onConflict((row) => row.column('part').doUpdateSet({ valueJson: JSON.stringify(value), updatedAt: at }))
    .execute()
