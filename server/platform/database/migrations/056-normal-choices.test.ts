import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const PRODUCTS = {
  p1: { category: '智能客服', price: '面议' },
  p2: { category: '智能\u200b客服', price: '\u2faf议' },
  p3: { category: '客服（ＡＩ）', price: '面议\ufeff' },
  p4: { category: '', price: '价格面议' },
}

testMigration(
  {
    name: '056-normal-choices',
    async insertRows(db) {
      for (const [id, { category, price }] of Object.entries(PRODUCTS))
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
          company, contact_email, views, details_json, version, number, change, created_at, updated_at)
          values (${id}, 'agent', ${id}, '', '', ${category}, ${price}, ${sql.lit(true)}, 1, '', '', 0, '{}', 1,
          ${Number(id.slice(1))}, 7, ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('normalizes categories and prices, and lets the index read what has changed', async () => {
      const rows = await migrated.db
        .selectFrom('products')
        .select(['id', 'category', 'price', 'change'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { id: 'p1', category: '智能客服', price: '面议', change: 7 },
        { id: 'p2', category: '智能客服', price: '面议', change: expect.any(Number) },
        { id: 'p3', category: '客服（AI）', price: '面议', change: expect.any(Number) },
        { id: 'p4', category: '', price: '价格面议', change: 7 },
      ])
      for (const { id, change } of rows.slice(1, 3)) expect(change, id).toBeGreaterThan(7)
    })
  },
)
