import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const productId = PRODUCT_ROW.id

testMigration(
  {
    name: '059-vendor-belongings',
    async insertRows(db) {
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      await db.insertInto('vendorOrganisations').values({ id: 'o', name: '排班', createdAt: AT }).execute()
      await db.insertInto('vendorAssignments').values({ productId, organisationId: 'o', createdAt: AT }).execute()
    },
  },
  (migrated) => {
    const list = () => migrated.db.selectFrom('vendorBelongings').select(['productId', 'organisationId']).execute()

    it('has not looked at any product yet, so that none has left', async () => {
      expect(await list()).toEqual([])
    })

    it('keeps one organisation a product, and forgets it with the product but not with the organisation', async () => {
      const { db } = migrated
      const insert = () => db.insertInto('vendorBelongings').values({ productId, organisationId: 'o' }).execute()
      await insert()
      await expect(insert()).rejects.toThrow()
      await db.deleteFrom('vendorOrganisations').execute()
      expect(await list()).toEqual([{ productId, organisationId: 'o' }])
      await db.deleteFrom('products').execute()
      expect(await list()).toEqual([])
    })
  },
)
