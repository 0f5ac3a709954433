import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const FACTS = [
  { id: 'f1', attribute: 'models', value: '["甲"]' },
  { id: 'f2', attribute: 'models', value: '["甲","乙"]' },
  { id: 'f3', attribute: 'databases', value: '[]' },
  { id: 'f4', attribute: 'databases', value: '["甲"]' },
]
const VALUES = [
  { attribute: 'models', value: '甲' },
  { attribute: 'models', value: '乙' },
  { attribute: 'databases', value: 'none' },
  { attribute: 'databases', value: '甲' },
  { attribute: 'iso', value: 'none' },
]

testMigration(
  {
    name: '052-complete-lists',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
        company, contact_email, views, details_json, version, number, change, created_at, updated_at)
        values ('p1', 'agent', '平台', '', '', '', '', ${sql.lit(true)}, 1, '', '', 0, '{}', 1, 1, 1, ${AT}, ${AT})`.execute(
        db,
      )
      for (const [key, type] of [
        ['models', 'choices'],
        ['databases', 'choices'],
        ['iso', 'certificate'],
      ])
        await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json,
          categories_json, is_filter, is_compared, is_on_card, is_active, hint, position, version, created_at, updated_at)
          values (${key}, ${key}, '集成', ${type}, '', '[]', '["agent"]', '[]', ${sql.lit(true)}, ${sql.lit(true)},
          ${sql.lit(false)}, ${sql.lit(true)}, '', 1, 1, ${AT}, ${AT})`.execute(db)
      for (const { id, attribute, value } of FACTS)
        await sql`insert into facts (id, product_id, attribute, value_json, grade, source_url, note, created_at, updated_at)
          values (${id}, 'p1', ${attribute}, ${value}, 'public', ${`https://example.com/${id}`}, '', ${AT}, ${AT})`.execute(
          db,
        )
      for (const { attribute, value } of VALUES)
        await sql`insert into fact_values (catalogue, attribute, value, product_id, is_verified)
          values ('agent', ${attribute}, ${value}, 'p1', ${sql.lit(false)})`.execute(db)
      await sql`insert into fact_disputes (product_id, attribute) values ('p1', 'models'), ('p1', 'databases')`.execute(
        db,
      )
    },
  },
  (migrated) => {
    it('leaves the existing lists open', async () => {
      const rows = await migrated.db.selectFrom('facts').select('isComplete').distinct().execute()
      expect(rows).toEqual([{ isComplete: false }])
    })

    it('marks empty lists of choices alone as excluding others', async () => {
      const rows = await migrated.db.selectFrom('factValues').select('attribute').where('value', '=', '|').execute()
      expect(rows).toEqual([{ attribute: 'databases' }])
    })

    it('ends disputes between lists of which none excludes the others', async () => {
      const rows = await migrated.db.selectFrom('factDisputes').select('attribute').execute()
      expect(rows).toEqual([{ attribute: 'databases' }])
    })
  },
)
