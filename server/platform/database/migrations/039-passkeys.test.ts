import { expect, it } from 'vitest'
import { USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '039-passkeys',
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
    it('says that earlier sessions began by a password', async () => {
      expect(await migrated.db.selectFrom('sessions').select('method').where('id', '=', 's').execute()).toEqual([
        { method: 'password' },
      ])
    })

    it('deletes passkeys with their account, and challenges with their session', async () => {
      const { db } = migrated
      const userId = 'deleted'
      await db
        .insertInto('users')
        .values({ ...USER_ROW, id: userId })
        .execute()
      const session = { id: 'ended', userId, tokenHash: 'u', ip: null, userAgent: null }
      await db
        .insertInto('sessions')
        .values({ ...session, createdAt: AT, expiresAt: AT })
        .execute()
      await db
        .insertInto('passkeys')
        .values({
          id: 'p',
          userId,
          credentialId: 'c',
          publicKey: 'k',
          counter: 4_294_967_295,
          name: '手机',
          isSynced: true,
          createdAt: AT,
          lastUsedAt: null,
        })
        .execute()
      await db
        .insertInto('passkeyChallenges')
        .values({ tokenHash: 'h', challenge: 'c', sessionId: session.id, expiresAt: AT })
        .execute()
      const [passkey] = await db.selectFrom('passkeys').selectAll().execute()
      expect(passkey).toMatchObject({ counter: 4_294_967_295, isSynced: true })
      await db.deleteFrom('users').where('id', '=', userId).execute()
      expect(await db.selectFrom('passkeys').select('id').execute()).toEqual([])
      expect(await db.selectFrom('passkeyChallenges').select('tokenHash').execute()).toEqual([])
    })
  },
)
