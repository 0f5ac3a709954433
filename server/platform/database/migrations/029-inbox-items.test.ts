import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '029-inbox-items',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({ ...USER_ROW, role: 'reviewer' })
        .execute()
    },
  },
  (migrated) => {
    it('tells a user of an event once, and deletes the items with the user', async () => {
      const { db } = migrated
      const insert = (id: string) =>
        db
          .insertInto('inboxItems')
          .values({
            id,
            userId: 'u',
            eventId: 'e',
            name: 'lead.created',
            dataJson: '{}',
            status: 'unread',
            createdAt: AT,
          })
          .execute()
      await insert('1')
      await expect(insert('2')).rejects.toThrow()
      await db.deleteFrom('users').where('id', '=', 'u').execute()
      expect(await db.selectFrom('inboxItems').selectAll().execute()).toEqual([])
    })
  },
)
