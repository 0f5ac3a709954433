import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '022-alarms',
    async insertRows(db) {
      for (const [id, kind] of [
        ['a', 'backupFailed'],
        ['b', 'weeklyReport'],
      ])
        await sql`insert into outbox (id, kind, to_name, to_email, subject, status, attempts, last_error, created_at)
          values (${id}, ${kind}, '', 'a@example.com', '', 'sent', 1, '', '2026-11-21T02:00:00.000Z')`.execute(db)
    },
  },
  (migrated) => {
    it('converts mails about failed backups to alarm mails', async () => {
      const rows = await migrated.db.selectFrom('outbox').select(['id', 'kind']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'a', kind: 'alarmRaised' },
        { id: 'b', kind: 'weeklyReport' },
      ])
    })
  },
)
