import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '025-project-acts',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('gives projects that are there already an empty record, which is deleted with them', async () => {
      const { db } = migrated
      const listActs = () => db.selectFrom('projectActs').select('id').execute()
      expect(await listActs()).toEqual([])
      await db
        .insertInto('projectActs')
        .values({
          id: 'a',
          projectId: PROJECT_ROW.id,
          at: '2026-11-30T02:00:00.000Z',
          actorId: null,
          actorName: '张三',
          role: 'owner',
          act: 'setupSaved',
          subjectId: null,
          subjectName: '',
          detail: '',
        })
        .execute()
      await db.deleteFrom('evaluationProjects').where('id', '=', PROJECT_ROW.id).execute()
      expect(await listActs()).toEqual([])
    })
  },
)
