import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '033-comments',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({ ...USER_ROW, role: 'editor' })
        .execute()
    },
  },
  (migrated) => {
    it('keeps comments without their author when the account is deleted', async () => {
      const { db } = migrated
      await db
        .insertInto('comments')
        .values({
          id: 'c',
          submissionId: null,
          leadId: null,
          productId: null,
          document: 'home',
          path: 'hero.title',
          threadId: 'c',
          authorId: 'u',
          text: '请核对',
          mentionsJson: '[]',
          createdAt: AT,
          editedAt: null,
          deletedAt: null,
          resolvedAt: null,
          resolvedById: 'u',
        })
        .execute()
      await db.deleteFrom('users').where('id', '=', 'u').execute()
      expect(await db.selectFrom('comments').select(['id', 'authorId', 'resolvedById']).execute()).toEqual([
        { id: 'c', authorId: null, resolvedById: null },
      ])
    })
  },
)
