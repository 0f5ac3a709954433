import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '031-lists-at-size',
    async insertRows(db) {
      for (const [id, catalogue, category] of [
        ['p1', 'agent', '客服'],
        ['p2', 'ai', '数据分析'],
        ['p3', 'ai', '客服'],
      ]) {
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
          position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
          values (${id}, ${catalogue}, ${id}, '', '', ${category}, '', 4.5, true, 1, '', '', 0, '{}', '{}', 1,
          ${AT}, ${AT})`.execute(db)
        await sql`insert into member_reviews (id, product_id, is_sample, status, content_json, search_text, is_verified,
          is_edited, reason, address_hash, submitted_at, created_at, updated_at)
          values (${`review of ${id}`}, ${id}, true, 'pending', '{}', '', false, false, '', '', ${AT}, ${AT},
          ${AT})`.execute(db)
      }
      for (const [kind, period, name, count] of [
        ['views', '2026-11-21', '', 9],
        ['product', '2026-11-21', 'p1', 2],
        ['product', '2026-11-21', 'p3', 3],
        ['product', '2026-11', 'p2', 4],
        ['product', '2026-11', 'a purged one', 5],
      ])
        await sql`insert into visit_counts (kind, period, name, count)
          values (${kind}, ${period}, ${name}, ${count})`.execute(db)
    },
  },
  (migrated) => {
    it('sets the catalogue of each review to that of its product', async () => {
      const rows = await migrated.db.selectFrom('memberReviews').select(['id', 'catalogue']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'review of p1', catalogue: 'agent' },
        { id: 'review of p2', catalogue: 'ai' },
        { id: 'review of p3', catalogue: 'ai' },
      ])
    })

    it('keeps all counts, and adds the sums of products by category', async () => {
      const rows = await migrated.db.selectFrom('visitCounts').selectAll().execute()
      expect(rows.map(({ kind, period, name, count }) => `${kind} ${period} ${name} ${count}`).sort()).toEqual([
        'category 2026-11 数据分析 4',
        'category 2026-11-21 客服 5',
        'product 2026-11 a purged one 5',
        'product 2026-11 p2 4',
        'product 2026-11-21 p1 2',
        'product 2026-11-21 p3 3',
        'views 2026-11-21  9',
      ])
    })

    it('rejects a second row with the same kind, period and name', async () => {
      const row = { kind: 'views', period: '2026-11-21', name: '', count: 1 } as const
      await expect(migrated.db.insertInto('visitCounts').values(row).execute()).rejects.toThrow()
    })
  },
)
