import { expect, it } from 'vitest'
import { PROJECT_ROW, RUN_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '027-grading-reopenings',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db.insertInto('evaluationRuns').values(RUN_ROW).execute()
      const grading = { runId: 'r', settingsJson: '{}', openedAt: AT, closedAt: AT, version: 2 }
      await db.insertInto('evaluationGradings').values(grading).execute()
    },
  },
  (migrated) => {
    it('knows no reopening of earlier readings', async () => {
      expect(await migrated.db.selectFrom('evaluationGradings').select(['runId', 'reopeningsJson']).execute()).toEqual([
        { runId: 'r', reopeningsJson: null },
      ])
    })
  },
)
