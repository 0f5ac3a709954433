import { expect, it } from 'vitest'
import { INQUIRY_ROW, INVITATION_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const PRODUCTS = [
  { key: 'listed', name: '甲', productId: 'p1', catalogue: 'agent' },
  { key: 'typed', name: '乙', productId: null, catalogue: null },
]

testMigration(
  {
    name: '022-vendor-inquiries',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      const contentsJson = JSON.stringify({ products: PRODUCTS })
      await db
        .insertInto('inquiries')
        .values({ ...INQUIRY_ROW, contentsJson, deadline: AT, publishedAt: AT, keyEncrypted: 'key' })
        .execute()
      for (const { key } of PRODUCTS)
        await db
          .insertInto('inquiryInvitations')
          .values({ ...INVITATION_ROW, id: key, product: key, email: 'sales@a.example' })
          .execute()
      await db.insertInto('inquiryBlocks').values({ addressHash: 'hash', createdAt: AT }).execute()
    },
  },
  (migrated) => {
    it('finds invitations by the products of the catalogue, and keeps refused addresses', async () => {
      const { db } = migrated
      const rows = await db.selectFrom('inquiryInvitations').select(['id', 'productId']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'listed', productId: 'p1' },
        { id: 'typed', productId: null },
      ])
      expect(await db.selectFrom('inquiries').select('openerChangesJson').execute()).toEqual([
        { openerChangesJson: [] },
      ])
      expect(await db.selectFrom('inquiryBlocks').select('addressEncrypted').execute()).toEqual([
        { addressEncrypted: null },
      ])
    })
  },
)
