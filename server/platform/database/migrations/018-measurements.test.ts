import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '018-measurements',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('gives existing projects no measurements', async () => {
      const projects = await migrated.db.selectFrom('evaluationProjects').select('measurementsJson').execute()
      expect(projects).toEqual([{ measurementsJson: [] }])
    })
  },
)
