import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '032-search-json',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
        position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
        values ('p1', 'agent', '智能客服', '', '', '', '', 4.5, true, 1, '', '', 0, '{}', '{"text":""}', 3, ${AT}, ${AT})`.execute(
        db,
      )
    },
  },
  (migrated) => {
    it('leaves products unchanged', async () => {
      const rows = await migrated.db.selectFrom('products').select(['id', 'name', 'version']).execute()
      expect(rows).toEqual([{ id: 'p1', name: '智能客服', version: 3 }])
    })
  },
)
