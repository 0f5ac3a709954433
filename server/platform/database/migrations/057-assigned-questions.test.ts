import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '057-assigned-questions',
    async insertRows(db) {
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      await db
        .insertInto('productPosts')
        .values({
          id: 'q',
          productId: 'p',
          questionId: null,
          userId: null,
          isVendor: false,
          text: '可以私有化部署吗？',
          status: 'pending',
          reason: '',
          submittedAt: AT,
          publishedAt: null,
          decidedAt: null,
          decidedBy: null,
          decidedByName: null,
          mailIdsJson: '[]',
          version: 1,
        })
        .execute()
    },
  },
  (migrated) => {
    it('keeps the questions, which nobody has been assigned', async () => {
      const columns = ['id', 'text', 'assigneeId', 'assignmentDueAt'] as const
      expect(await migrated.db.selectFrom('productPosts').select(columns).execute()).toEqual([
        { id: 'q', text: '可以私有化部署吗？', assigneeId: null, assignmentDueAt: null },
      ])
    })
  },
)
