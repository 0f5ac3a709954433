import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '047-product-revisions',
    async insertRows(db) {
      await db
        .insertInto('products')
        .values({
          id: 'p',
          catalogue: 'agent',
          name: '客服助手',
          slogan: '',
          description: '描述',
          category: '智能客服',
          price: '面议',
          rating: 4.5,
          isActive: false,
          position: 1,
          company: '示例科技',
          contactEmail: 'a@example.com',
          views: 3,
          detailsJson: '{"uniqueValue":"快"}',
          version: 7,
          createdAt: AT,
          updatedAt: AT,
          updatedBy: 'u',
          deletedAt: null,
        })
        .execute()
    },
  },
  (migrated) => {
    it('keeps what is stored as a version, with who saved it', async () => {
      expect(await migrated.db.selectFrom('productRevisions').selectAll().execute()).toEqual([
        {
          productId: 'p',
          revision: 7,
          name: '客服助手',
          slogan: '',
          description: '描述',
          category: '智能客服',
          price: '面议',
          rating: 4.5,
          isActive: false,
          isPublication: false,
          contactEmail: 'a@example.com',
          detailsJson: { uniqueValue: '快' },
          createdAt: AT,
          createdBy: 'u',
          deletedAt: null,
          restoredFrom: null,
        },
      ])
    })

    it('deletes the versions with the product', async () => {
      await migrated.db.deleteFrom('products').where('id', '=', 'p').execute()
      expect(await migrated.db.selectFrom('productRevisions').select('revision').execute()).toEqual([])
    })
  },
)
