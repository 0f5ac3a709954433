import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/project-row.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-28T02:00:00.000Z'

testMigration(
  {
    name: '015-runners',
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
          planned: 3,
          calls: 3,
          limitsJson: '{}',
          startedAt: AT,
          endsAt: AT,
          isReported: true,
          planJson: '{}',
        })
        .execute()
      for (const [position, outcome] of (['passed', 'error', 'failed'] as const).entries())
        await db
          .insertInto('evaluationRunTrials')
          .values({
            runId: 'r',
            position,
            task: 'q1',
            candidate: 'a',
            repeat: 1,
            variant: 0,
            outcome,
            attempts: 1,
            isAsked: true,
            isRepeated: false,
            stepNamesJson: '[]',
          })
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
