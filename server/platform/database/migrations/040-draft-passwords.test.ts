import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
/** The values of drafts by their subjects. No `secret` may remain. */
const VALUES: Record<string, object> = {
  'user:new': { name: '甲', password: 'secret', currentPassword: '' },
  'user:1': { name: '乙', email: 'b@example.com', password: '', currentPassword: 'secret' },
  mail: { smtpConfig: { host: 'smtp.example.com', password: 'secret' }, isActive: true },
  'attribute:password': { password: 'an attribute of that name', label: '密码' },
  home: { hero: { title: '首页' } },
}

testMigration(
  {
    name: '040-draft-passwords',
    async insertRows(db) {
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('u1', 'a@example.com', 'a', '甲', 'x', 'super_admin', 'active', '',
        '', '', '', ${AT}, ${AT})`.execute(db)
      for (const [subject, value] of Object.entries(VALUES)) {
        const content = JSON.stringify({ loaded: { value, version: 3 }, value, text: null })
        await sql`insert into drafts (user_id, id, subject, content_json, bytes, user_agent, edited_at, saved_at)
          values ('u1', ${subject}, ${subject}, ${content}, ${Buffer.byteLength(content)}, null, ${AT}, ${AT})`.execute(
          db,
        )
      }
    },
  },
  (migrated) => {
    it('removes passwords from the drafts of forms that have them, and nothing else', async () => {
      const rows = await migrated.db.selectFrom('drafts').select(['subject', 'contentJson', 'bytes']).execute()
      const contents = Object.fromEntries(rows.map(({ subject, contentJson }) => [subject, contentJson]))
      const unchanged = (value: unknown) => ({ loaded: { value, version: 3 }, value, text: null })
      expect(contents).toEqual({
        'user:new': unchanged({ name: '甲' }),
        'user:1': unchanged({ name: '乙', email: 'b@example.com' }),
        mail: unchanged({ smtpConfig: { host: 'smtp.example.com' }, isActive: true }),
        'attribute:password': unchanged(VALUES['attribute:password']),
        home: unchanged(VALUES.home),
      })
      for (const { contentJson, bytes } of rows) expect(bytes).toBe(Buffer.byteLength(JSON.stringify(contentJson)))
    })
  },
)
