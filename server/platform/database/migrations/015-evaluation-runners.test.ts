import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '015-evaluation-runners',
    async insertRows(db) {
      await sql`insert into evaluation_projects (id, owner_name, is_example, name, description, status, method_version,
        setup_json, tasks_json, steps_json, reader_token_hash, created_at, updated_at) values ('p1', '张三', ${false}, '选型',
        '', 'setup', 1, '{}', '[]', '[]', 'hash', ${AT}, ${AT})`.execute(db)
      await sql`insert into evaluation_trials (id, project_id, ordinal, task, candidate, is_passed, note, created_at)
        values ('t1', 'p1', 1, 'q1', 'a', ${true}, '', ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('leaves existing trials without a runner, and removes none', async () => {
      const trial = await migrated.db
        .selectFrom('evaluationTrials')
        .select(['id', 'runner', 'removedAt'])
        .executeTakeFirst()
      expect(trial).toEqual({ id: 't1', runner: '', removedAt: null })
    })

    it('keeps existing reader links without an expiry', async () => {
      const project = await migrated.db
        .selectFrom('evaluationProjects')
        .select(['readerTokenHash', 'readerLinkExpiresAt'])
        .executeTakeFirst()
      expect(project).toEqual({ readerTokenHash: 'hash', readerLinkExpiresAt: null })
    })
  },
)
