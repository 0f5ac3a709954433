import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '012-seals',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('stores seals, which are deleted with their project', async () => {
      const { db } = migrated
      const row = {
        id: 's',
        projectId: 'p',
        hash: 'h',
        nonceEncrypted: 'n',
        contentHash: 'c',
        count: 1,
        sealedAt: '2026-11-30T02:00:00.000Z',
        openedAt: null,
      }
      await db
        .insertInto('evaluationSeals')
        .values({ ...row, questionsJson: '[{"key":"q1"}]' })
        .execute()
      expect(await db.selectFrom('evaluationSeals').selectAll().execute()).toEqual([
        { ...row, questionsJson: [{ key: 'q1' }] },
      ])
      await db.deleteFrom('evaluationProjects').where('id', '=', 'p').execute()
      expect(await db.selectFrom('evaluationSeals').selectAll().execute()).toEqual([])
    })
  },
)
