import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '013-offers',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('gives existing projects no offers', async () => {
      const projects = await migrated.db.selectFrom('evaluationProjects').select('offersJson').execute()
      expect(projects).toEqual([{ offersJson: [] }])
    })
  },
)
