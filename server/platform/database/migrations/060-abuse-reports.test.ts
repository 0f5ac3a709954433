import { expect, it } from 'vitest'
import { PRODUCT_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const POST = {
  productId: PRODUCT_ROW.id,
  questionId: null,
  userId: null,
  isVendor: false,
  text: '可以私有化部署吗？',
  status: 'published',
  reason: '',
  submittedAt: AT,
  publishedAt: AT,
  decidedAt: null,
  decidedBy: null,
  decidedByName: null,
  mailIdsJson: '[]',
  assigneeId: null,
  assignmentDueAt: null,
  version: 1,
} as const

testMigration(
  {
    name: '060-abuse-reports',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      for (const id of ['q', 'other'])
        await db
          .insertInto('productPosts')
          .values({ ...POST, id })
          .execute()
    },
  },
  (migrated) => {
    it('keeps one report a member and text, and deletes it with either', async () => {
      const { db } = migrated
      const report = (id: string, postId: string) =>
        db
          .insertInto('abuseReports')
          .values({
            id,
            reviewId: null,
            postId,
            userId: USER_ROW.id,
            reason: 'abusive',
            words: '',
            reportedAt: AT,
            dismissedAt: null,
          })
          .execute()
      const listIds = () => db.selectFrom('abuseReports').select('id').execute()
      await report('a', 'q')
      await expect(report('b', 'q')).rejects.toThrow()
      await report('c', 'other')
      await db.deleteFrom('productPosts').where('id', '=', 'q').execute()
      expect(await listIds()).toEqual([{ id: 'c' }])
      await db.deleteFrom('users').execute()
      expect(await listIds()).toEqual([])
    })
  },
)
