import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '038-keys',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
    },
  },
  (migrated) => {
    it('deletes the keys of an account, and the counts of their calls, with it', async () => {
      const { db } = migrated
      const key = {
        id: 'k',
        ownerId: 'u',
        kind: 'own' as const,
        name: '同步',
        keyHash: 'h',
        prefix: 'zk_abcdef',
        scopesJson: '["own-projects:read"]',
        addressesJson: '[]',
        createdAt: AT,
        expiresAt: AT,
      }
      await db.insertInto('apiKeys').values(key).execute()
      await db
        .insertInto('apiKeyUses')
        .values({ keyId: 'k', day: '2026-11-30', call: 'GET /api/x', count: 1 })
        .execute()
      await expect(
        db
          .insertInto('apiKeys')
          .values({ ...key, id: 'l' })
          .execute(),
      ).rejects.toThrow()
      await db.deleteFrom('users').where('id', '=', 'u').execute()
      expect(await db.selectFrom('apiKeys').select('id').execute()).toEqual([])
      expect(await db.selectFrom('apiKeyUses').select('keyId').execute()).toEqual([])
    })
  },
)
