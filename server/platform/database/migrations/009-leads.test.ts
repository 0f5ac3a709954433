import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '009-leads',
  async (db) => {
    for (const [id, status] of [
      ['a', 'new'],
      ['b', 'contacted'],
      ['c', 'invalid'],
    ])
      await sql`insert into leads (id, kind, company_name, contact_name, phone, email, requirements, product_name, status,
        owner_id, notes, created_at, updated_at) values (${id}, 'evaluation', '某制造集团', '陈女士', '138 0013 8000',
        'chen@example.com', '需求', '智能客服', ${status}, null, '', '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z')
      `.execute(db)
  },
  (migrated) => {
    it('counts versions from 1, and takes the last change for the call where there was one', async () => {
      const leads = await migrated.db
        .selectFrom('leads')
        .select(['id', 'version', 'contactedAt'])
        .orderBy('id')
        .execute()
      expect(leads.map(({ id, version, contactedAt }) => [id, version, contactedAt])).toEqual([
        ['a', 1, null],
        ['b', 1, '2026-11-02T00:00:00.000Z'],
        ['c', 1, null],
      ])
    })

    it('makes them found by pinyin, and by what only some may see apart from it', async () => {
      const { searchOpen, searchContact } = await migrated.db
        .selectFrom('leads')
        .select(['searchOpen', 'searchContact'])
        .where('id', '=', 'a')
        .executeTakeFirstOrThrow()
      for (const word of ['某制造集团', 'mzzjt', 'zhinengkefu']) expect(searchOpen).toContain(word)
      for (const word of ['陈女士', 'chennvshi', '13800138000', 'chen@example.com']) {
        expect(searchContact).toContain(word)
        expect(searchOpen).not.toContain(word)
      }
    })
  },
)
