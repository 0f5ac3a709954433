import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/project-row.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '008-gradings',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db
        .insertInto('evaluationRuns')
        .values({
          id: 'r',
          projectId: PROJECT_ROW.id,
          title: '',
          status: 'finished',
          statusReason: '',
          planned: 1,
          calls: 1,
          limitsJson: '{}',
          startedAt: AT,
          endsAt: AT,
          isReported: true,
          planJson: '{}',
        })
        .execute()
      const judge = { projectId: PROJECT_ROW.id, name: '李评委', status: 'scoring', createdAt: AT } as const
      await db
        .insertInto('evaluationJudges')
        .values([
          { ...judge, id: 'j' },
          { ...judge, id: 'k' },
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
