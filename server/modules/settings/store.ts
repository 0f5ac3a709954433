import type { Queryable } from '#server/platform/database/database.ts'

export const findSetting = async (db: Queryable, part: string): Promise<unknown> =>
  (await db.selectFrom('settings').select('valueJson').where('part', '=', part).executeTakeFirst())?.valueJson

export const saveSetting = (db: Queryable, part: string, value: unknown, at: string) =>
  db
    .insertInto('settings')
    .values({ part, valueJson: JSON.stringify(value), updatedAt: at })
    .onConflict((row) => row.column('part').doUpdateSet({ valueJson: JSON.stringify(value), updatedAt: at }))
    .execute()

/** Returns the revisions of names; names that never changed are omitted. */
export const listRevisions = async (db: Queryable, names: readonly string[]): Promise<Map<string, number>> =>
  new Map(
    (await db.selectFrom('changes').select(['name', 'revision']).where('name', 'in', names).execute()).map(
      ({ name, revision }) => [name, revision],
    ),
  )
