import { expect, it } from 'vitest'
import { JUDGE_ROW, PROJECT_ROW, RUN_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '008-gradings',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db
        .insertInto('evaluationRuns')
        .values({ ...RUN_ROW, planned: 1, calls: 1 })
        .execute()
      await db
        .insertInto('evaluationJudges')
        .values([
          { ...JUDGE_ROW, id: 'j' },
          { ...JUDGE_ROW, id: 'k' },
        ])
        .execute()
    },
  },
  (migrated) => {
    it('stores what is read, which is deleted with its run, and readings, also with their judge', async () => {
      const { db } = migrated
      await db
        .insertInto('evaluationGradings')
        .values({ runId: 'r', settingsJson: '{}', openedAt: AT, version: 1 })
        .execute()
      await db
        .insertInto('evaluationGradingItems')
        .values({ id: 'i', runId: 'r', position: 0, cause: 'unscored' })
        .execute()
      const reading = { itemId: 'i', verdict: 'passed', reason: '', version: 1, updatedAt: AT } as const
      await db
        .insertInto('evaluationReadings')
        .values([
          { ...reading, judgeId: 'j' },
          { ...reading, judgeId: 'k' },
        ])
        .execute()
      const countReadings = async () => (await db.selectFrom('evaluationReadings').selectAll().execute()).length
      await db.deleteFrom('evaluationJudges').where('id', '=', 'k').execute()
      expect(await countReadings()).toBe(1)
      await db.deleteFrom('evaluationRuns').where('id', '=', 'r').execute()
      expect(await countReadings()).toBe(0)
    })
  },
)
