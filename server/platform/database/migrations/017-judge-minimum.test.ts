import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '017-judge-minimum',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      const updatedAt = '2026-11-28T02:00:00.000Z'
      const row = { projectId: PROJECT_ROW.id, rubric: '不能编造', judgeVersion: null, version: 1, updatedAt }
      await db.insertInto('judgeModels').values(row).execute()
    },
  },
  (migrated) => {
    it('knows no minimum that was applied earlier', async () => {
      expect(await migrated.db.selectFrom('judgeModels').select(['rubric', 'requiredReplies']).execute()).toEqual([
        { rubric: '不能编造', requiredReplies: null },
      ])
    })
  },
)
