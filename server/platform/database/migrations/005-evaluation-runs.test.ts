import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '005-evaluation-runs',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('stores runs with their trials, which are deleted with their project', async () => {
      const { db } = migrated
      await db
        .insertInto('evaluationRuns')
        .values({ ...RUN_ROW, status: 'running', planned: 1, calls: 0, isReported: false })
        .execute()
      await db
        .insertInto('evaluationRunTrials')
        .values({ ...TRIAL_ROW, attempts: 0, isAsked: false })
        .execute()
      expect(await db.selectFrom('evaluationRunTrials').selectAll().execute()).toMatchObject([
        { outcome: null, isAsked: false, stepNamesJson: [], resultJson: null },
      ])
      await db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await db.selectFrom('evaluationRunTrials').selectAll().execute()).toEqual([])
    })
  },
)
