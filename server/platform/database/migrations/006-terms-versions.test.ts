import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '006-terms-versions',
    async insertRows(db) {
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('u1', 'a@example.com', 'a', '张三', 'x', 'member', 'active', '', '',
        '', '', ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('records no consent for existing users', async () => {
      const user = await migrated.db.selectFrom('users').select(['name', 'termsVersion']).executeTakeFirst()
      expect(user).toEqual({ name: '张三', termsVersion: null })
    })
  },
)
