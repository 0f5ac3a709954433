import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

const USER = { id: 'u1', email: 'zhang@example.com', status: 'active' }

acrossMigration(
  '004-two-factor',
  async (db) => {
    await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
      last_login, created_at, updated_at) values (${USER.id}, ${USER.email}, 'zhang', '张晓明', 'hash', 'editor',
      ${USER.status}, '', '', '', null, '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`.execute(db)
    await sql`insert into sessions (id, token_hash, user_id, created_at, expires_at, ip, user_agent)
      values ('s1', 'token', ${USER.id}, '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z', null, null)`.execute(
      db,
    )
  },
  (migrated) => {
    it('keeps users and their sessions', async () => {
      expect(await migrated.db.selectFrom('users').select(['id', 'email', 'status']).execute()).toEqual([USER])
      expect(await migrated.db.selectFrom('sessions').select(['id', 'userId']).execute()).toEqual([
        { id: 's1', userId: USER.id },
      ])
    })

    it('gives nobody a second factor', async () => {
      for (const table of ['twoFactors', 'recoveryCodes', 'loginChallenges'] as const)
        expect(await migrated.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    })

    it('lets a user take what belongs to their sign-in along when they go', async () => {
      const { db } = migrated
      await db
        .insertInto('twoFactors')
        .values({ userId: USER.id, secretEncrypted: 'sealed', lastStep: 1, confirmedAt: null })
        .execute()
      await db.insertInto('recoveryCodes').values({ userId: USER.id, codeHash: 'hash' }).execute()
      await db
        .insertInto('loginChallenges')
        .values({ tokenHash: 'hash', userId: USER.id, typedName: 'zhang', expiresAt: '2026-10-02T00:00:00.000Z' })
        .execute()
      await db.deleteFrom('users').where('id', '=', USER.id).execute()
      for (const table of ['twoFactors', 'recoveryCodes', 'loginChallenges', 'sessions'] as const)
        expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    })
  },
)
