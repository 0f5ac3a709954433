import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const FACTS = [
  ['f1', 'rbac', '"yes"'],
  ['f2', 'rbac', '"no"'],
  ['f3', 'models', '["甲","乙"]'],
  ['f4', 'models', '["乙","甲"]'],
  ['f5', 'iso', '{"name":"a","level":""}'],
  ['f6', 'iso', '{"level":"","name":"a"}'],
] as const

testMigration(
  {
    name: '016-fact-disputes',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
        position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
        values ('p1', 'agent', '平台', '', '', '', '', null, ${sql.lit(true)}, 1, '', '', 7, '{}', '{}', 3, ${AT}, ${AT})`.execute(
        db,
      )
      for (const key of ['rbac', 'models', 'iso'])
        await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json,
          categories_json, is_filter, is_compared, is_on_card, is_active, hint, position, created_at, updated_at)
          values (${key}, ${key}, '基本', 'text', '', '[]', '[]', '[]', ${sql.lit(false)}, ${sql.lit(true)},
          ${sql.lit(false)}, ${sql.lit(true)}, '', 1, ${AT}, ${AT})`.execute(db)
      for (const [id, attribute, value] of FACTS)
        await sql`insert into facts (id, product_id, attribute, value_json, grade, source_url, note, created_at,
          updated_at) values (${id}, 'p1', ${attribute}, ${value}, 'public', ${`https://example.com/${id}`}, '', ${AT},
          ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('records the attributes whose existing facts disagree, regardless of the JSON notation', async () => {
      const rows = await migrated.db.selectFrom('factDisputes').selectAll().execute()
      expect(rows).toEqual([{ productId: 'p1', attribute: 'rbac' }])
    })
  },
)
