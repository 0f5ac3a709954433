import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { peopleSearchText } from '#contracts/rules/people-search.ts'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '007-account-links',
  async (db) => {
    await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
      last_login, created_at, updated_at) values
      ('u1', 'zhang@example.com', 'zhang', '张晓明', 'hash', 'editor', 'active', '上海某银行', '', '', null,
      '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`.execute(db)
  },
  (migrated) => {
    it('makes users that were there findable by name and company', async () => {
      const users = await migrated.db.selectFrom('users').select(['name', 'searchText']).execute()
      expect(users).toEqual([{ name: '张晓明', searchText: peopleSearchText('张晓明', '上海某银行') }])
    })

    it('keeps one link a purpose for each user, and none of a user who is gone', async () => {
      const link = { userId: 'u1', purpose: 'password', createdAt: '2026-11-21', expiresAt: '2026-11-22' } as const
      const insert = (tokenHash: string) =>
        migrated.db
          .insertInto('accountLinks')
          .values({ ...link, tokenHash })
          .execute()
      await insert('a')
      await expect(insert('b')).rejects.toThrow()
      await migrated.db.deleteFrom('users').execute()
      expect(await migrated.db.selectFrom('accountLinks').selectAll().execute()).toEqual([])
    })
  },
)
