import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const step = (hour: number, from: string, to: string) => ({ from, to, at: at(hour), by: '张三', reason: '' })
/** In 复议 from 2 to 3 and from 5 on. */
const STEPS = [
  step(1, 'setup', 'scoring'),
  step(2, 'scoring', 'review'),
  step(3, 'review', 'scoring'),
  step(5, 'scoring', 'review'),
  step(6, 'review', 'final'),
]

testMigration(
  {
    name: '050-visible-scores',
    async insertRows(db) {
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('owner', 'owner@example.com', 'owner', '张三', 'x', 'member', 'active',
        '', '', '', '', ${at(0)}, ${at(0)})`.execute(db)
      const insertProject = (id: string, steps: unknown) =>
        sql`insert into evaluation_projects (id, owner_id, owner_name, is_example, name, description, status, method_version,
          setup_json, tasks_json, steps_json, created_at, updated_at) values (${id}, 'owner', '张三', ${false}, '选型',
          '', 'final', 1, '{}', '[]', ${JSON.stringify(steps)}, ${at(0)}, ${at(0)})`.execute(db)
      const insertJudge = (id: string, project: string, createdAt: string, userId: string | null = null) =>
        sql`insert into evaluation_judges (id, project_id, name, user_id, status, created_at)
          values (${id}, ${project}, '李评委', ${userId}, 'scoring', ${createdAt})`.execute(db)
      await insertProject('reviewed', STEPS)
      await insertProject('scoring', STEPS.slice(0, 1))
      await insertJudge('first', 'reviewed', at(0))
      await insertJudge('invited-during', 'reviewed', '2026-11-20T02:30:00.000Z')
      await insertJudge('invited-between', 'reviewed', at(4))
      await insertJudge('owner-seat', 'reviewed', at(4), 'owner')
      await insertJudge('unopened', 'scoring', at(0))
    },
  },
  (migrated) => {
    it('records when each judge could first see the scores of others', async () => {
      const rows = await migrated.db.selectFrom('evaluationJudges').select(['id', 'othersVisibleAt']).execute()
      expect(Object.fromEntries(rows.map(({ id, othersVisibleAt }) => [id, othersVisibleAt]))).toEqual({
        first: at(2),
        'invited-during': '2026-11-20T02:30:00.000Z',
        'invited-between': at(5),
        'owner-seat': at(2),
        unopened: null,
      })
    })
  },
)
