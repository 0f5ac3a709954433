import { expect, it } from 'vitest'
import { SUBMISSION_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '040-submission-messages',
    async insertRows(db) {
      await db.insertInto('submissions').values(SUBMISSION_ROW).execute()
    },
  },
  (migrated) => {
    it('knows no unread messages of earlier submissions, and deletes messages with theirs', async () => {
      const { db } = migrated
      expect(await db.selectFrom('submissions').select('unreadMessages').execute()).toEqual([{ unreadMessages: 0 }])
      const message = { id: 'm', submissionId: 's', isFromVendor: true, authorId: null, authorName: null, text: '在吗' }
      await db
        .insertInto('submissionMessages')
        .values({ ...message, createdAt: AT })
        .execute()
      await db.deleteFrom('submissions').where('id', '=', 's').execute()
      expect(await db.selectFrom('submissionMessages').selectAll().execute()).toEqual([])
    })
  },
)
