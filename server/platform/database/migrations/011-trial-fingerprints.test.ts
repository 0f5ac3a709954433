import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '011-trial-fingerprints',
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
    it('knows no connections of earlier runs and trials', async () => {
      const { db } = migrated
      expect(await db.selectFrom('evaluationRuns').select('connectionsJson').execute()).toEqual([
        { connectionsJson: null },
      ])
      const trials = await db.selectFrom('evaluationRunTrials').select('fingerprint').execute()
      expect(trials.map(({ fingerprint }) => fingerprint)).toEqual([null, null, null])
    })
  },
)
