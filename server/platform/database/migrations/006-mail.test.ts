import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '006-mail',
  async (db) => {
    await sql`insert into settings (part, value_json, updated_at)
      values ('general', '{"siteName":"智鉴"}', '2026-11-01T00:00:00.000Z')`.execute(db)
  },
  (migrated) => {
    it('keeps the settings', async () => {
      expect(await migrated.db.selectFrom('settings').selectAll().execute()).toEqual([
        { part: 'general', valueJson: { siteName: '智鉴' }, updatedAt: '2026-11-01T00:00:00.000Z' },
      ])
    })

    it.each(['mailConfigs', 'outbox'] as const)('adds the table %s, empty', async (table) => {
      expect(await migrated.db.selectFrom(table).selectAll().execute()).toEqual([])
    })
  },
)
