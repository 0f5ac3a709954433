import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW, TRIAL_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-28T02:00:00.000Z'

testMigration(
  {
    name: '019-counted-calls',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db
        .insertInto('evaluationRuns')
        .values({ ...RUN_ROW, status: 'running', isReported: false })
        .execute()
      await db
        .insertInto('evaluationRunTrials')
        .values({ ...TRIAL_ROW, attempts: 0, claim: 'c', leaseUntil: AT })
        .execute()
    },
  },
  (migrated) => {
    it('doesn’t know what earlier claims have counted', async () => {
      const columns = ['claim', 'countedCalls'] as const
      expect(await migrated.db.selectFrom('evaluationRunTrials').select(columns).execute()).toEqual([
        { claim: 'c', countedCalls: null },
      ])
    })
  },
)
