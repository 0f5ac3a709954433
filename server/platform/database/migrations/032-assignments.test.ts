import { expect, it } from 'vitest'
import { LEAD_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '032-assignments',
    async insertRows(db) {
      await db
        .insertInto('leads')
        .values({
          ...LEAD_ROW,
          contactName: '陈女士',
          phone: '13800000000',
          email: 'chen@example.com',
          requirements: '想了解排班',
          ownerId: 'u',
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
