import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '049-event-changes',
    async insertRows(db) {
      await sql`insert into documents (kind, revision, data_json, updated_at)
        values ('community', 1, '{"upcomingEvents":[{"id":"e1","title":"沙龙"}]}', ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('begins without changes of stored events, and stores whether an event was cancelled', async () => {
      const { db } = migrated
      expect(await db.selectFrom('eventChanges').selectAll().execute()).toEqual([])
      const row = { eventId: 'e1', sequence: 1, isCancelled: true, changedAt: AT }
      await db
        .insertInto('eventChanges')
        .values({ ...row, eventJson: '{"id":"e1"}' })
        .execute()
      expect(await db.selectFrom('eventChanges').selectAll().execute()).toEqual([{ ...row, eventJson: { id: 'e1' } }])
    })
  },
)
