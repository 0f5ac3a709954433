import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '041-change-indexes',
    async insertRows(db) {
      for (const [index, id] of ['b', 'a'].entries())
        await db
          .insertInto('leads')
          .values({
            id,
            kind: 'consultation',
            companyName: '甲公司',
            contactName: '',
            phone: '',
            email: '',
            requirements: '',
            productName: '',
            termsVersion: null,
            status: 'new',
            ownerId: null,
            notes: '',
            createdAt: AT,
            updatedAt: AT,
            contactedAt: null,
            version: 1,
            searchTextWithoutContacts: '',
            searchText: '',
            ordinal: index + 1,
          })
          .execute()
    },
  },
  (migrated) => {
    it('orders earlier leads by their last change', async () => {
      const rows = await migrated.db.selectFrom('leads').select('id').orderBy('updatedAt').orderBy('id').execute()
      expect(rows).toEqual([{ id: 'a' }, { id: 'b' }])
    })
  },
)
