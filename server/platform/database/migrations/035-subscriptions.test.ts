import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '035-subscriptions',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({ ...USER_ROW, role: 'reviewer' })
        .execute()
      await db
        .insertInto('inboxItems')
        .values({
          id: '1',
          userId: 'u',
          eventId: 'e',
          name: 'comment.mentioned',
          dataJson: '{}',
          status: 'unread',
          createdAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('puts nothing of before into a digest', async () => {
      expect(await migrated.db.selectFrom('inboxItems').select(['id', 'digestDueAt']).execute()).toEqual([
        { id: '1', digestDueAt: null },
      ])
    })
  },
)
