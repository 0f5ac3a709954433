import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/project-row.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '005-evaluation-runs',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('stores runs with their trials, which are deleted with their project', async () => {
      const { db } = migrated
      await db
        .insertInto('evaluationRuns')
        .values({
          id: 'r',
          projectId: 'p',
          title: '',
          status: 'running',
          statusReason: '',
          planned: 1,
          calls: 0,
          cost: null,
          limitsJson: '{}',
          startedAt: AT,
          endsAt: AT,
          pausedAt: null,
          finishedAt: null,
          isReported: false,
          planJson: '{}',
        })
        .execute()
      await db
        .insertInto('evaluationRunTrials')
        .values({
          runId: 'r',
          position: 0,
          task: 'q1',
          candidate: 'a',
          repeat: 1,
          variant: 0,
          outcome: null,
          decidedBy: null,
          score: null,
          firstTokenMs: null,
          totalMs: null,
          cost: null,
          attempts: 0,
          isAsked: false,
          isRepeated: false,
          claim: null,
          leaseUntil: null,
          finishedAt: null,
          stepNamesJson: '[]',
          resultJson: null,
        })
        .execute()
      expect(await db.selectFrom('evaluationRunTrials').selectAll().execute()).toMatchObject([
        { outcome: null, isAsked: false, stepNamesJson: [], resultJson: null },
      ])
      await db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await db.selectFrom('evaluationRunTrials').selectAll().execute()).toEqual([])
    })
  },
)
