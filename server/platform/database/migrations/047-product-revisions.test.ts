import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '047-product-revisions',
    async insertRows(db) {
      await db
        .insertInto('products')
        .values({
          ...PRODUCT_ROW,
          description: '描述',
          category: '智能客服',
          price: '面议',
          rating: 4.5,
          isActive: false,
          company: '示例科技',
          contactEmail: 'a@example.com',
          views: 3,
          detailsJson: '{"uniqueValue":"快"}',
          version: 7,
          updatedBy: 'u',
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
          createdAt: PRODUCT_ROW.updatedAt,
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
