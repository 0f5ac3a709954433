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
      await db
        .insertInto('products')
        .values({ ...PRODUCT_ROW, id: 'deleted', name: '要删除的' })
        .execute()
    },
  },
  (migrated) => {
    const listRevisions = (productId: string) =>
      migrated.db.selectFrom('productRevisions').selectAll().where('productId', '=', productId).execute()

    it('keeps what is stored as a version, with who saved it', async () => {
      expect(await listRevisions('p')).toEqual([
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
      expect(await listRevisions('deleted')).toHaveLength(1)
      await migrated.db.deleteFrom('products').where('id', '=', 'deleted').execute()
      expect(await listRevisions('deleted')).toEqual([])
    })
  },
)
