import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '002-known-devices',
    async insertRows(db) {
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('u1', 'a@example.com', 'a', '张三', 'x', 'editor', 'active', '', '',
        '', '', ${AT}, ${AT})`.execute(db)
      await sql`insert into login_attempts (id, name, local_part, address, is_failed, at)
        values ('t1', 'n', 'l', 'i', ${sql.lit(true)}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('marks existing passwords as not temporary, and leaves attempts without a device', async () => {
      const { db } = migrated
      const user = await db.selectFrom('users').select(['name', 'isPasswordTemporary']).executeTakeFirst()
      expect(user).toEqual({ name: '张三', isPasswordTemporary: false })
      const attempt = await db.selectFrom('loginAttempts').select(['id', 'isFailed', 'device']).executeTakeFirst()
      expect(attempt).toEqual({ id: 't1', isFailed: true, device: null })
    })

    it('deletes devices with their account', async () => {
      const { db } = migrated
      await db.insertInto('knownDevices').values({ tokenHash: 'h', userId: 'u1', lastUsedAt: AT }).execute()
      await db.deleteFrom('users').where('id', '=', 'u1').execute()
      expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([])
    })
  },
)
