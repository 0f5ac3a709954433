import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '007-deleted-runs',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('stores what was deleted of a project, until the project is deleted', async () => {
      const { db } = migrated
      const row = { id: 'r', projectId: 'p', title: '', planned: 1, startedAt: AT, deletedAt: AT }
      await db
        .insertInto('evaluationDeletedRuns')
        .values({ ...row, outcomesJson: '{"passed":1}' })
        .execute()
      expect(await db.selectFrom('evaluationDeletedRuns').selectAll().execute()).toEqual([
        { ...row, outcomesJson: { passed: 1 } },
      ])
      await db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await db.selectFrom('evaluationDeletedRuns').selectAll().execute()).toEqual([])
    })
  },
)
