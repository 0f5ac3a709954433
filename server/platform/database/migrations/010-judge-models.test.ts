import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-28T02:00:00.000Z'

testMigration(
  {
    name: '010-judge-models',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db
        .insertInto('evaluationRuns')
        .values({ ...RUN_ROW, planned: 1, calls: 1 })
        .execute()
    },
  },
  (migrated) => {
    it('keeps runs as those that ask candidates', async () => {
      const { db } = migrated
      expect(await db.selectFrom('evaluationRuns').selectAll().execute()).toMatchObject([
        { id: 'r', judgedRunId: null, judgeVersion: null },
      ])
    })

    it('deletes a rubric with its project', async () => {
      const { db } = migrated
      const projectId = 'deleted'
      await db
        .insertInto('evaluationProjects')
        .values({ ...PROJECT_ROW, id: projectId })
        .execute()
      await db.insertInto('judgeModels').values({ projectId, rubric: '', version: 1, updatedAt: AT }).execute()
      await db.deleteFrom('evaluationProjects').where('id', '=', projectId).execute()
      expect(await db.selectFrom('judgeModels').selectAll().execute()).toEqual([])
    })
  },
)
