import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '030-assignments',
    async insertRows(db) {
      await db
        .insertInto('leads')
        .values({
          id: 'l',
          kind: 'consultation',
          companyName: '甲公司',
          contactName: '陈女士',
          phone: '13800000000',
          email: 'chen@example.com',
          requirements: '想了解排班',
          productName: '',
          termsVersion: null,
          status: 'new',
          ownerId: 'u',
          notes: '',
          createdAt: AT,
          updatedAt: AT,
          contactedAt: null,
          version: 1,
          searchText: '',
          searchTextWithoutContacts: '',
          ordinal: 1,
        })
        .execute()
    },
  },
  (migrated) => {
    it('keeps the owners of leads, and sets no deadlines', async () => {
      expect(await migrated.db.selectFrom('leads').select(['ownerId', 'assignmentDueAt']).execute()).toEqual([
        { ownerId: 'u', assignmentDueAt: null },
      ])
    })

    it('leaves other work unassigned', async () => {
      for (const table of ['submissions', 'memberReviews', 'facts'] as const)
        expect(await migrated.db.selectFrom(table).select(['assigneeId', 'assignmentDueAt']).execute()).toEqual([])
    })
  },
)
