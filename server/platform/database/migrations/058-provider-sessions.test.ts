import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '058-provider-sessions',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      await db
        .insertInto('sessions')
        .values({
          id: 's',
          userId: USER_ROW.id,
          tokenHash: 't',
          ip: null,
          userAgent: null,
          createdAt: AT,
          expiresAt: AT,
          method: 'company',
          providerSignOut: 'encrypted',
        })
        .execute()
      await db
        .insertInto('companyAccounts')
        .values({
          id: 'a',
          userId: USER_ROW.id,
          issuer: 'https://id.example.com',
          subject: 'subject',
          label: '公司',
          name: '张三',
          createdAt: AT,
          lastUsedAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('keeps sessions, of which no provider is known', async () => {
      expect(await migrated.db.selectFrom('sessions').select(['id', 'method', 'providerId']).execute()).toEqual([
        { id: 's', method: 'company', providerId: null },
      ])
    })

    it('keeps accounts, which have proved no second factor', async () => {
      const columns = ['id', 'lastUsedAt', 'secondFactorAt'] as const
      expect(await migrated.db.selectFrom('companyAccounts').select(columns).execute()).toEqual([
        { id: 'a', lastUsedAt: AT, secondFactorAt: null },
      ])
    })
  },
)
