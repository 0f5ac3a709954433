import { expect, it } from 'vitest'
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
      await db
        .insertInto('users')
        .values({
          id: 'u',
          email: 'a@example.com',
          localPart: 'a',
          name: '张三',
          role: 'member',
          status: 'active',
          company: '',
          position: '',
          phone: '',
          passwordHash: '',
          isPasswordTemporary: false,
          searchText: '',
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
      const inquiry = {
        id: 'i',
        ownerId: 'u',
        status: 'open',
        contentsJson: JSON.stringify({ products: PRODUCTS }),
        secondOpener: '',
        publishedVersion: 1,
        confirmationsJson: '[]',
        deadline: AT,
        publishedAt: AT,
        keyEncrypted: 'key',
        openedAt: null,
        closedAt: null,
        createdAt: AT,
        updatedAt: AT,
      } as const
      await db.insertInto('inquiries').values(inquiry).execute()
      for (const { key } of PRODUCTS)
        await db
          .insertInto('inquiryInvitations')
          .values({
            id: key,
            inquiryId: 'i',
            product: key,
            email: 'sales@a.example',
            status: 'sent',
            statusAt: AT,
            tokenHash: null,
            linkExpiresAt: null,
            sentAt: null,
            submittedAt: null,
            submittedVersion: null,
            submissionEncrypted: null,
            submissionHash: null,
            outcome: null,
            outcomeText: '',
            createdAt: AT,
          })
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
