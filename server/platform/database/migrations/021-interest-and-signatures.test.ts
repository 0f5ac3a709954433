import { expect, it } from 'vitest'
import { JUDGE_ROW, PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '021-interest-and-signatures',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
      await db.insertInto('evaluationJudges').values(JUDGE_ROW).execute()
    },
  },
  (migrated) => {
    it('stores declarations and signatures, which are deleted with their project', async () => {
      const { db } = migrated
      const declaration = {
        id: 'd',
        projectId: 'p',
        judgeId: 'j',
        userId: null,
        name: '',
        statementHash: 'h',
        declaredAt: AT,
      }
      const signature = {
        projectId: 'p',
        ordinal: 1,
        judgeId: 'j',
        name: '李评委',
        position: 'agreed',
        reason: '',
        drawing: null,
        tableHash: 'h',
        signedAt: AT,
      } as const
      await db
        .insertInto('evaluationDeclarations')
        .values({ ...declaration, conflictsJson: '[]' })
        .execute()
      await db.insertInto('evaluationSignatures').values(signature).execute()
      expect(await db.selectFrom('evaluationDeclarations').selectAll().execute()).toEqual([
        { ...declaration, conflictsJson: [] },
      ])
      expect(await db.selectFrom('evaluationSignatures').selectAll().execute()).toEqual([signature])
      await db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await db.selectFrom('evaluationDeclarations').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('evaluationSignatures').selectAll().execute()).toEqual([])
    })
  },
)
