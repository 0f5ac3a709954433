import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '036-mail-opt-outs',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({ ...USER_ROW, role: 'reviewer' })
        .execute()
    },
  },
  (migrated) => {
    it('allows a kind to be switched off once, and forgets it with the user', async () => {
      const { db } = migrated
      const insert = () =>
        db.insertInto('mailOptOuts').values({ userId: 'u', kind: 'runFinished', createdAt: AT }).execute()
      await insert()
      await expect(insert()).rejects.toThrow()
      await db.deleteFrom('users').where('id', '=', 'u').execute()
      expect(await db.selectFrom('mailOptOuts').selectAll().execute()).toEqual([])
    })
  },
)
