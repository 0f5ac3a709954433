import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SettingsTable } from '#server/platform/database/tables/site.ts'

type SettingRow = Omit<Selectable<SettingsTable>, 'valueJson'> & { valueJson: Record<string, unknown> }

export const findSetting = (db: Queryable, part: string): Promise<SettingRow | undefined> =>
  db.selectFrom('settings').selectAll().where('part', '=', part).$castTo<SettingRow>().executeTakeFirst()

/** Creates or replaces a part. */
export const saveSetting = (db: Queryable, { part, ...values }: Insertable<SettingsTable>) =>
  db
    .insertInto('settings')
    .values({ part, ...values })
    .onConflict((row) => row.column('part').doUpdateSet(values))
    .execute()

/** Returns the revisions of topics by topic; topics that never changed are omitted. */
export async function listRevisions(db: Queryable, topics: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('changes').select(['name', 'revision']).where('name', 'in', topics).execute()
  return new Map(rows.map(({ name, revision }) => [name, revision]))
}
