import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '063-product-moves',
    async insertRows(db) {
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      await db.insertInto('vendorBelongings').values({ productId: PRODUCT_ROW.id, organisationId: 'o' }).execute()
    },
  },
  (migrated) => {
    it('takes no product for moved that belonged to its organisation before', async () => {
      expect(await migrated.db.selectFrom('vendorBelongings').selectAll().execute()).toEqual([
        { productId: PRODUCT_ROW.id, organisationId: 'o', movedAt: null, formerContact: '' },
      ])
    })
  },
)
