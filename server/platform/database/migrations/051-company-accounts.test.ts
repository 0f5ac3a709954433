import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '051-company-accounts',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({ ...USER_ROW, id: 'holder', email: 'holder@example.com', localPart: 'holder', passwordHash: 'hash' })
        .execute()
      await db
        .insertInto('sessions')
        .values({ id: 's', userId: 'holder', tokenHash: 't', ip: null, userAgent: null, createdAt: AT, expiresAt: AT })
        .execute()
    },
  },
  (migrated) => {
    const userId = 'deleted'
    const account = { userId, issuer: 'https://id.example.com', label: '公司', name: '张三', createdAt: AT }

    it('keeps sessions, which end here alone', async () => {
      expect(await migrated.db.selectFrom('sessions').select(['id', 'method', 'providerSignOut']).execute()).toEqual([
        { id: 's', method: 'password', providerSignOut: null },
      ])
    })

    it('keys accounts by issuer and subject, and deletes them with their owner', async () => {
      const { db } = migrated
      await db
        .insertInto('users')
        .values({ ...USER_ROW, id: userId })
        .execute()
      const insert = (id: string, subject: string) =>
        db
          .insertInto('companyAccounts')
          .values({ ...account, id, subject, lastUsedAt: null })
          .execute()
      await insert('a', 'subject')
      await insert('b', 'other')
      await expect(insert('c', 'subject')).rejects.toThrow()
      await db.deleteFrom('users').where('id', '=', userId).execute()
      expect(await db.selectFrom('companyAccounts').select('id').execute()).toEqual([])
    })
  },
)
