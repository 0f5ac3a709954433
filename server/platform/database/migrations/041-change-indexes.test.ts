import { expect, it } from 'vitest'
import { LEAD_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '041-change-indexes',
    async insertRows(db) {
      for (const [index, id] of ['b', 'a'].entries())
        await db
          .insertInto('leads')
          .values({ ...LEAD_ROW, id, ordinal: index + 1 })
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
