import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '034-encrypted-settings',
    async insertRows(db) {
      await sql`insert into settings (part, value_json, updated_at) values ('alarms', ${'{"webhookUrl":"https://a.example/key"}'}, ${AT})`.execute(
        db,
      )
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('u', 'a@example.com', 'a', '张三', 'x', 'super_admin', 'active', '',
        '', '', '', ${AT}, ${AT})`.execute(db)
      for (const subject of ['settings:alarms', 'settings:general'])
        await sql`insert into drafts (user_id, id, subject, content_json, bytes, edited_at, saved_at)
          values ('u', ${`draft-of-${subject}`}, ${subject}, '{}', 2, ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('leaves the settings unencrypted until the server starts', async () => {
      const [row] = await migrated.db.selectFrom('settings').selectAll().execute()
      expect(row).toMatchObject({ valueJson: { webhookUrl: 'https://a.example/key' }, secretsEncrypted: null })
    })
    it('removes only the drafts that contain secrets', async () => {
      const drafts = await migrated.db.selectFrom('drafts').select('subject').execute()
      expect(drafts).toEqual([{ subject: 'settings:general' }])
    })
  },
)
