import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '064-open-trials',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db.insertInto('evaluationRuns').values(RUN_ROW).execute()
      await db
        .insertInto('evaluationRunTrials')
        .values([TRIAL_ROW, { ...TRIAL_ROW, position: 1, outcome: 'passed' }])
        .execute()
    },
  },
  (migrated) => {
    it('keeps decided and undecided trials', async () => {
      const trials = await migrated.db
        .selectFrom('evaluationRunTrials')
        .select(['position', 'outcome'])
        .orderBy('position')
        .execute()
      expect(trials).toEqual([
        { position: 0, outcome: null },
        { position: 1, outcome: 'passed' },
      ])
    })
  },
)
