import { expect, it } from 'vitest'
import { PROJECT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '026-colleagues',
    async insertRows(db) {
      await db.insertInto('evaluationProjects').values(PROJECT_ROW).execute()
    },
  },
  (migrated) => {
    it('deletes colleagues with their item, and allows an address once for each', async () => {
      const { db } = migrated
      const insert = (id: string) =>
        db
          .insertInto('colleagues')
          .values({
            id,
            projectId: PROJECT_ROW.id,
            shortlistId: null,
            inquiryId: null,
            role: 'coOwner',
            email: 'li@example.com',
            userId: null,
            invitedAt: '2026-11-30T02:00:00.000Z',
            joinedAt: null,
            offeredAt: null,
          })
          .execute()
      await insert('a')
      await expect(insert('b')).rejects.toThrow()
      await db.deleteFrom('evaluationProjects').where('id', '=', PROJECT_ROW.id).execute()
      expect(await db.selectFrom('colleagues').select('id').execute()).toEqual([])
    })
  },
)
