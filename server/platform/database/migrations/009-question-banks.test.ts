import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '009-question-banks',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('stores banks with their versions, which are deleted with them', async () => {
      const { db } = migrated
      await db
        .insertInto('questionBanks')
        .values({ id: 'b', ownerId: null, newestVersion: 1, publishedVersion: null, createdAt: AT })
        .execute()
      await db
        .insertInto('questionBankVersions')
        .values({
          bankId: 'b',
          version: 1,
          title: '知识库问答',
          description: '',
          licence: 'CC BY 4.0',
          source: '示例',
          tagsJson: '["知识库"]',
          tasksJson: '[]',
          taskCount: 0,
          hash: '',
          materialName: null,
          materialText: null,
          createdAt: AT,
          publishedAt: null,
        })
        .execute()
      expect(await db.selectFrom('questionBankVersions').selectAll().execute()).toMatchObject([
        { bankId: 'b', tagsJson: ['知识库'], tasksJson: [], publishedAt: null },
      ])
      await db.deleteFrom('questionBanks').where('id', '=', 'b').execute()
      expect(await db.selectFrom('questionBankVersions').selectAll().execute()).toEqual([])
    })
  },
)
