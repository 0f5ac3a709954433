import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '043-savers',
    async insertRows(db) {
      await db
        .insertInto('shortlists')
        .values({
          id: 's',
          ownerId: null,
          catalogue: 'agent',
          title: '客服',
          notes: '',
          requiredJson: '[]',
          preferredJson: '[]',
          candidatesJson: '[]',
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('names nobody for what was saved before', async () => {
      expect(await migrated.db.selectFrom('shortlists').select(['id', 'updatedBy']).execute()).toEqual([
        { id: 's', updatedBy: null },
      ])
      expect(await migrated.db.selectFrom('inquiries').select('updatedBy').execute()).toEqual([])
    })
  },
)
