import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const SITES = {
  own: 'https://www.app.paiban.com.cn/product',
  shared: 'https://github.com/vendor/product',
  none: undefined,
  invalid: 'paiban.cn',
}

testMigration(
  {
    name: '050-vendor-organisations',
    async insertRows(db) {
      for (const [id, officialLink] of Object.entries(SITES))
        await db
          .insertInto('products')
          .values({ ...PRODUCT_ROW, id, name: id, detailsJson: JSON.stringify({ officialLink }) })
          .execute()
    },
  },
  (migrated) => {
    it('stores the domain of each product’s site', async () => {
      const rows = await migrated.db.selectFrom('products').select(['id', 'siteDomain']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'invalid', siteDomain: '' },
        { id: 'none', siteDomain: '' },
        { id: 'own', siteDomain: 'paiban.com.cn' },
        { id: 'shared', siteDomain: '' },
      ])
    })

    it('deletes people, domains and products with their organisation', async () => {
      const { db } = migrated
      await db.insertInto('vendorOrganisations').values({ id: 'o', name: '排班', createdAt: AT }).execute()
      const organisationId = 'o'
      await db.insertInto('vendorDomains').values({ domain: 'paiban.cn', organisationId, createdAt: AT }).execute()
      await db.insertInto('vendorAssignments').values({ productId: 'own', organisationId, createdAt: AT }).execute()
      await db
        .insertInto('vendorMembers')
        .values({
          id: 'm',
          organisationId,
          email: 'a@b.cn',
          userId: null,
          role: 'editor',
          status: 'invited',
          statusAt: AT,
        })
        .execute()
      await db.deleteFrom('vendorOrganisations').execute()
      for (const table of ['vendorDomains', 'vendorAssignments', 'vendorMembers'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    })
  },
)
