import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-28T02:00:00.000Z'

testMigration(
  {
    name: '015-runners',
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
    it('says that the platform asked earlier trials, and deletes tokens with their run', async () => {
      const { db } = migrated
      expect(await db.selectFrom('evaluationRuns').select('asker').execute()).toEqual([{ asker: null }])
      await db
        .insertInto('runnerTokens')
        .values({
          id: 't',
          runId: 'r',
          tokenHash: 'h',
          isKeyReader: false,
          createdAt: AT,
          expiresAt: AT,
          lastUsedAt: null,
          revokedAt: null,
        })
        .execute()
      await db.deleteFrom('evaluationRuns').where('id', '=', 'r').execute()
      expect(await db.selectFrom('runnerTokens').selectAll().execute()).toEqual([])
    })
  },
)
