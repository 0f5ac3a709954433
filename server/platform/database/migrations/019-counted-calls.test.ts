import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/project-row.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-28T02:00:00.000Z'

testMigration(
  {
    name: '019-counted-calls',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      const run = { id: 'r', projectId: PROJECT_ROW.id, title: '', status: 'running' as const, statusReason: '' }
      const sizes = { planned: 1, calls: 1, limitsJson: '{}', planJson: '{}', isReported: false }
      await db
        .insertInto('evaluationRuns')
        .values({ ...run, ...sizes, startedAt: AT, endsAt: AT })
        .execute()
      const trial = { runId: 'r', position: 0, task: 'q1', candidate: 'a', repeat: 1, variant: 0, attempts: 0 }
      const claim = { claim: 'c', leaseUntil: AT, isAsked: true, isRepeated: false, stepNamesJson: '[]' }
      await db
        .insertInto('evaluationRunTrials')
        .values({ ...trial, ...claim })
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
