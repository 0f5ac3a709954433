import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '051-score-revisions',
    async insertRows(db) {
      await sql`insert into evaluation_projects (id, owner_name, is_example, name, description, status, method_version,
        setup_json, tasks_json, steps_json, created_at, updated_at) values ('p1', '张三', ${false}, '选型', '', 'review', 1,
        '{}', '[]', '[]', ${AT}, ${AT})`.execute(db)
      await sql`insert into evaluation_scores (project_id, judge_id, candidate, criterion, round, score, grade, note,
        links_json, reason, version, updated_at) values ('p1', 'j1', 'a', 't1', 2, 60, 'verified', '', '[]', '漏看', 2,
        ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('keeps earlier scores, without revisions that were overwritten', async () => {
      const score = await migrated.db
        .selectFrom('evaluationScores')
        .select(['score', 'reason', 'revisionsJson'])
        .executeTakeFirst()
      expect(score).toEqual({ score: 60, reason: '漏看', revisionsJson: [] })
    })
  },
)
