import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '006-decided-by',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db.insertInto('evaluationRuns').values(RUN_ROW).execute()
      for (const [position, outcome] of (['passed', 'error', 'failed'] as const).entries())
        await db
          .insertInto('evaluationRunTrials')
          .values({ ...TRIAL_ROW, position, outcome })
          .execute()
    },
  },
  (migrated) => {
    it('says that checks decided the trials that passed or failed', async () => {
      const trials = await migrated.db.selectFrom('evaluationRunTrials').selectAll().orderBy('position').execute()
      expect(trials.map(({ decidedBy }) => decidedBy)).toEqual(['checks', null, 'checks'])
    })
  },
)
